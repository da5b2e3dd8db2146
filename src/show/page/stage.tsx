/** The picture of the page. Pointing at it finds the element, and the element that is pointed at in a text is marked. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PictureRecord, TrailBox } from '../../agent/trail/record.js';
import type { RunStep } from '../run.js';
import type { Source } from './source.js';
import { targetsOf } from './step-words.js';

interface Props {
  step: RunStep;
  source: Source;
  before: boolean;
  /** The choice of the picture. */
  children: ComponentChildren;
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

export function Stage({ step, source, before, pointed, onPoint, children }: Props) {
  const after = step.picture?.file === undefined ? undefined : step.picture;
  const picture = before ? step.before : (after ?? step.before);
  return (
    <section class="stage" aria-label="Picture of the page">
      <div class="address">
        <span class="url" title={step.page?.url}>
          {step.page?.url ?? 'No page'}
        </span>
        {children}
      </div>
      <p class="title dim">{step.page?.title}</p>
      {picture ? (
        <Picture
          key={picture.file}
          picture={picture}
          source={source}
          alt={`The page ${before ? 'before' : 'after'} step ${step.step}: ${step.page?.title ?? ''}`}
          targets={before || !after ? targetsOf(step) : []}
          pointed={pointed}
          onPoint={onPoint}
        />
      ) : (
        <p class="no-picture">{reasonOf(step, before)}</p>
      )}
      {picture && !before && !after && (
        <p class="dim caption">
          As it was after step {picture.step}.
          {step.picture?.missing !== undefined && ` No newer picture: ${step.picture.missing}.`}
        </p>
      )}
    </section>
  );
}

function reasonOf(step: RunStep, before: boolean): string {
  if (before) return 'No earlier picture of this page.';
  const { picture } = step;
  return picture?.missing === undefined ? 'No picture of this step.' : `No picture: ${picture.missing}.`;
}

interface PictureProps {
  picture: PictureRecord;
  source: Source;
  alt: string;
  /** Refs that the call names. */
  targets: string[];
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

function Picture({ picture, source, alt, targets, pointed, onPoint }: PictureProps) {
  const [isGone, setGone] = useState(false);
  const url = source.pictureUrl(picture.file ?? '');
  if (url === undefined || isGone)
    return <p class="no-picture">The picture was removed to keep the trail within its size limit.</p>;
  const find = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const area = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - area.left) / area.width) * picture.width;
    const y = ((event.clientY - area.top) / area.height) * picture.height;
    onPoint(refAt(picture.boxes, x, y));
  };
  return (
    <div class="picture" onMouseMove={find} onMouseLeave={() => onPoint(undefined)}>
      <img src={url} alt={alt} width={picture.width} height={picture.height} onError={() => setGone(true)} />
      {targets.map((ref) => (
        <Mark key={ref} picture={picture} name={ref} kind="target" />
      ))}
      {pointed !== undefined && <Mark picture={picture} name={pointed} kind="pointed" />}
    </div>
  );
}

interface MarkProps {
  picture: PictureRecord;
  name: string;
  kind: 'target' | 'pointed';
}

function Mark({ picture: { boxes, width, height }, name, kind }: MarkProps) {
  const box = Object.hasOwn(boxes, name) ? boxes[name] : undefined;
  if (!box) return null;
  const [left, top, wide, high] = box;
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div
      class={`mark ${kind}`}
      style={{
        left: percent(left, width),
        top: percent(top, height),
        width: percent(wide, width),
        height: percent(high, height),
      }}
    >
      <span>{name}</span>
    </div>
  );
}

/** The smallest element at a point. */
function refAt(boxes: PictureRecord['boxes'], x: number, y: number): string | undefined {
  const area = ([, , width, height]: TrailBox) => width * height;
  let best: [string, TrailBox] | undefined;
  for (const [ref, box] of Object.entries(boxes)) {
    const [left, top, width, height] = box;
    const isIn = x >= left && y >= top && x <= left + width && y <= top + height;
    if (isIn && (!best || area(box) <= area(best[1]))) best = [ref, box];
  }
  return best?.[0];
}
