import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, pageTree, tableTree, text } from '../../../test/support/tree-builder.js';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { parseSnapshot } from '../text/parse.js';
import { renderTree } from '../text/render.js';
import { estimateTokens } from '../text/tokens.js';
import { type BudgetOptions, fitBudget } from './budget.js';
import { foldTree } from './fold.js';

function view(root: SnapshotNode, options: BudgetOptions) {
  const result = fitBudget(root, options);
  if (!result.ok) throw new Error(result.message);
  expect(() => parseYaml(result.text)).not.toThrow();
  expect(parseSnapshot(result.text)).toMatchObject({ ok: true });
  return result;
}

function pages(root: SnapshotNode, options: BudgetOptions) {
  const all = [view(root, options)];
  for (let cursor = all[0]?.cursor; cursor !== undefined; cursor = all.at(-1)?.cursor)
    all.push(view(root, { ...options, cursor }));
  return all;
}

describe('a view within a budget', () => {
  it('is the whole view if that fits', () => {
    const root = pageTree(50);
    expect(view(root, { maxTokens: 10_000 })).toMatchObject({ text: renderTree(root), changed: false });
  });

  it('prefers controls to text, and says where something is missing', () => {
    const root = node('main', 'e1', {}, [
      ...Array.from({ length: 20 }, (_, index) =>
        node('paragraph', `e${10 + index}`, { text: `A long story number ${index} that goes on and on` }),
      ),
      node('heading', 'e3', { name: 'Pay' }),
      node('link', 'e4', { name: '' }, [node('img', 'e5', { name: 'Logo' }), text('Home')]),
      node('button', 'e6', { name: 'Pay now' }),
    ]);
    const { text: shown, before, shown: count, total } = view(root, { maxTokens: 130 });
    expect(estimateTokens(shown)).toBeLessThanOrEqual(130);
    for (const ref of ['e3', 'e4', 'e5', 'e6']) expect(shown).toContain(`[ref=${ref}]`);
    expect(shown).toContain('Home');
    expect(shown).toMatch(/ {2}- … \d+ more \(token budget\): snapshot target=e1 offset=\d+ limit=\d+/);
    expect(shown).toMatch(/^- … items 1 to \d+ of 24 \(token budget\): snapshot cursor=\S+\n/);
    expect([before, total]).toEqual([0, 24]);
    expect(count).toBeGreaterThanOrEqual(4);
  });

  it('keeps folds next to what is shown', () => {
    const root = tableTree(1000);
    const { text: shown } = view(root, { maxTokens: 1200, gaps: foldTree(root) });
    expect(shown).toContain('Delete order 3');
    expect(shown).toMatch(/… \d+ more rows \(cell ×3, button\)/);
  });

  it('pages through everything without gaps or repeats, each page within the budget', () => {
    const { tree } = fc.letrec<{ tree: (ref: () => string) => SnapshotChild }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, depthSize: 'medium' },
        fc.constant((ref: () => string) => text(`text${ref()}.`)),
        fc.tuple(fc.constantFrom('paragraph', 'button', 'img', 'heading', 'generic'), fc.boolean()).map(
          ([role, named]) =>
            (ref: () => string): SnapshotChild =>
              node(role, ref(), named ? { name: 'x' } : { text: 'y' }),
        ),
        fc.tuple(fc.constantFrom('list', 'link', 'generic'), fc.array(tie('tree'), { maxLength: 6 })).map(
          ([role, children]) =>
            (ref: () => string): SnapshotChild =>
              node(
                role,
                ref(),
                {},
                children.map((child) => child(ref)),
              ),
        ),
      ),
    }));
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 60, max: 300 }),
        (children, maxTokens) => {
          let count = 1;
          const ref = () => `e${++count}`;
          const root = node(
            'main',
            'e1',
            {},
            children.map((child) => child(ref)),
          );
          const all = pages(root, { maxTokens });
          let before = 0;
          const seen: string[] = [];
          for (const page of all) {
            if (page.total === 0) return;
            expect(page.before).toBe(before);
            expect(page.changed).toBe(false);
            if (page.shown > 1) expect(estimateTokens(page.text)).toBeLessThanOrEqual(maxTokens);
            before += page.shown;
            seen.push(...leafLines(page.text));
          }
          expect(seen.sort()).toEqual(leafLines(renderTree(root)).sort());
        },
      ),
    );
  });

  it('says that the page changed, and continues after the same element', () => {
    const root = pageTree(300);
    const { cursor = '' } = view(root, { maxTokens: 500 });
    const now = structuredClone(root);
    now.children.unshift(node('button', 'e9999', { name: 'New' }));
    const next = view(now, { maxTokens: 500, cursor });
    expect(next.changed).toBe(true);
    expect(next.text).toContain('… changed since the page before');
    expect(next.before).toBe(Number.parseInt(cursor, 10) + 1);
    expect(view(root, { maxTokens: 500, cursor }).changed).toBe(false);
    expect(view(root, { maxTokens: 500, cursor: '3-e777777-x' })).toMatchObject({ changed: true, before: 3 });
    expect(fitBudget(root, { maxTokens: 500, cursor: 'nonsense' })).toMatchObject({ ok: false });
  });
});

/** Lines without children, without marks. */
function leafLines(shown: string): string[] {
  return shown
    .split('\n')
    .filter((line) => !line.includes('…') && !line.endsWith(':'))
    .map((line) => line.trim());
}

describe('the token estimate', () => {
  it.each([
    // Counted with o200k.
    ['- textbox "First name" [required] [ref=e5]: John', 15],
    ['- link "terms" [ref=e6] [url=/terms?id=8f3a9c1e7b2d4f60]', 32],
    ['すべての人間は、生まれながらにして自由であり、', 18],
  ])('is not below the count for %j', (shown, tokens) => {
    expect(estimateTokens(shown)).toBeGreaterThanOrEqual(tokens);
    expect(estimateTokens(shown)).toBeLessThanOrEqual(tokens * 1.6);
  });
});
