/** A text, line by line. A line with a ref points at its element, by mouse or with the arrow keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Props {
  text: string;
  label: string;
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

/** Lines rendered at first: a browser takes long for a hundred thousand. */
const FIRST = 2_000;
const REF = /\[ref=([a-z0-9]+)\]|\bref="([a-z0-9]+)"/;

export function refIn(line: string): string | undefined {
  const [, inTree, inDom] = REF.exec(line) ?? [];
  return inTree ?? inDom;
}

/** Each line's element. `- /value: …` belongs to the line before. */
function refsOf(lines: readonly string[]): (string | undefined)[] {
  let last: string | undefined;
  return lines.map((line) => {
    last = refIn(line) ?? (/^ *- \/[a-z]+:/.test(line) ? last : undefined);
    return last;
  });
}

export function Lines({ text, label, pointed, onPoint }: Props) {
  const [limit, setLimit] = useState(FIRST);
  useEffect(() => setLimit(FIRST), [text]);
  const lines = useMemo(() => text.trimEnd().split('\n'), [text]);
  const refs = useMemo(() => refsOf(lines), [lines]);
  const list = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    // Only what is pointed at elsewhere is brought into view.
    if (pointed !== undefined && !isOver.current)
      list.current?.querySelector('.pointed')?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const withRef = refs.flatMap((ref) => ref ?? []);
    const at = pointed === undefined ? -1 : withRef.indexOf(pointed);
    onPoint(withRef[Math.max(0, at + by)] ?? pointed);
  };
  return (
    <>
      <div
        ref={list}
        class="lines"
        role="region"
        aria-label={label}
        // Scrolls, and takes the arrow keys.
        tabIndex={0}
        onKeyDown={move}
        onMouseEnter={() => {
          isOver.current = true;
        }}
        onMouseLeave={() => {
          isOver.current = false;
          onPoint(undefined);
        }}
      >
        {lines.slice(0, limit).map((line, at) => (
          <Line
            key={at}
            line={line}
            name={refs[at]}
            isPointed={pointed !== undefined && refs[at] === pointed}
            onPoint={onPoint}
          />
        ))}
      </div>
      {lines.length > limit && (
        <button type="button" class="more" onClick={() => setLimit(lines.length)}>
          Show all {lines.length} lines
        </button>
      )}
    </>
  );
}

interface LineProps {
  line: string;
  name: string | undefined;
  isPointed: boolean;
  onPoint(ref: string | undefined): void;
}

function Line({ line, name, isPointed, onPoint }: LineProps) {
  const kind = line.startsWith('### ') ? 'heading' : line.startsWith('```') ? 'fence' : '';
  return (
    <div class={`line ${kind} ${isPointed ? 'pointed' : ''}`} onMouseEnter={() => onPoint(name)}>
      {line === '' ? ' ' : line}
    </div>
  );
}
