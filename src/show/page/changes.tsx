/** What a step changed in the page: the tree or the DOM before and after it. */
import { useMemo, useState } from 'preact/hooks';
import { type DiffRow, diffRows, type SideRow, sideBySide } from './diff-rows.js';
import { refIn } from './lines.js';
import { Switch } from './switch.js';
import { type TextProps, useText } from './use-text.js';

/** Rows rendered: after that a diff is no use to anybody. */
const MOST = 5_000;

export function Changes({ step, source, pointed, onPoint }: TextProps) {
  const [kind, setKind] = useState<'tree' | 'dom'>('tree');
  const [layout, setLayout] = useState<'inline' | 'sides'>('inline');
  const before = useText(source, step.previous?.[kind]);
  const after = useText(source, step[kind]);
  const rows = useMemo(
    () =>
      before === 'loading' || after === 'loading' || before === undefined || after === undefined
        ? undefined
        : diffRows(before, after),
    [before, after],
  );
  return (
    <>
      <div class="tools">
        <Switch
          label="Compare"
          value={kind}
          choices={[
            ['tree', 'Tree'],
            ['dom', 'DOM'],
          ]}
          onChange={setKind}
        />
        <Switch
          label="Layout"
          value={layout}
          choices={[
            ['inline', 'Inline'],
            ['sides', 'Side by side'],
          ]}
          onChange={setLayout}
        />
      </div>
      {before === 'loading' || after === 'loading' ? (
        <p class="dim">Loading…</p>
      ) : rows === undefined ? (
        <p class="dim">
          {after === undefined
            ? 'This step captured no page.'
            : 'The first capture of this page: nothing to compare with.'}
        </p>
      ) : rows.length === 0 ? (
        <p class="dim">Nothing changed in the {kind === 'tree' ? 'tree' : 'DOM'}.</p>
      ) : (
        <div
          class="diff-box"
          role="region"
          aria-label="Changes"
          tabIndex={0}
          onMouseLeave={() => onPoint(undefined)}
        >
          {layout === 'inline' ? (
            <Inline rows={rows} pointed={pointed} onPoint={onPoint} />
          ) : (
            <Sides rows={sideBySide(rows)} pointed={pointed} onPoint={onPoint} />
          )}
          {rows.length > MOST && <p class="dim">{rows.length - MOST} more rows</p>}
        </div>
      )}
    </>
  );
}

interface Pointing {
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

function Inline({ rows, ...pointing }: { rows: readonly DiffRow[] } & Pointing) {
  return (
    <table class="diff">
      <tbody>
        {rows.slice(0, MOST).map((row, at) =>
          row.kind === 'gap' ? (
            <Gap key={at} count={row.count} columns={3} />
          ) : (
            <tr key={at} class={row.kind}>
              <td class="at">{'before' in row ? row.before : ''}</td>
              <td class="at">{'after' in row ? row.after : ''}</td>
              <Cell row={row} {...pointing} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Sides({ rows, ...pointing }: { rows: readonly SideRow[] } & Pointing) {
  return (
    <table class="diff sides">
      <tbody>
        {rows.slice(0, MOST).map((row, at) =>
          row.kind === 'gap' ? (
            <Gap key={at} count={row.count} columns={4} />
          ) : (
            <tr key={at}>
              <td class="at">{row.left && 'before' in row.left ? row.left.before : ''}</td>
              <Cell row={row.left} {...pointing} />
              <td class="at">{row.right && 'after' in row.right ? row.right.after : ''}</td>
              <Cell row={row.right} {...pointing} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+', gap: '' } as const;

function Cell({ row, pointed, onPoint }: { row: DiffRow | undefined } & Pointing) {
  if (!row || row.kind === 'gap') return <td class="none" />;
  const ref = refIn(row.text);
  const isPointed = ref !== undefined && ref === pointed;
  return (
    <td class={`${row.kind} ${isPointed ? 'pointed' : ''}`} onMouseEnter={() => onPoint(ref)}>
      <span class="sign">{SIGNS[row.kind]}</span>
      {row.text}
    </td>
  );
}

function Gap({ count, columns }: { count: number; columns: number }) {
  return (
    <tr class="gap">
      <td colSpan={columns}>{count === 1 ? '1 line' : `${count} lines`}</td>
    </tr>
  );
}
