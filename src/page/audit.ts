/** Accessibility problems of a page, in all of its frames. */
import { reasonOf } from '../errors.js';
import type { ReplyOf, RequestOf } from '../wire/api.js';
import type { AuditRule } from '../wire/audit-api.js';
import { type CallLimits, withDeadline } from './deadline.js';

const DEFAULT_TIMEOUT = 30_000;

export interface AccessibilityProblem {
  rule: AuditRule;
  detail: string;
  /** Absent: it is about a whole document. */
  ref?: string;
  frame: string;
  role: string;
  name: string;
}

export interface AccessibilityReport {
  problems: AccessibilityProblem[];
  /** How many elements were checked. */
  elements: number;
  /** Texts of unknown contrast: a picture or something translucent is behind them. */
  unknownContrast: number;
  /** Frames that could not be checked, and why. */
  failures: { frame: string; reason: string }[];
}

interface AuditedFrame {
  readonly handle: string;
  refOf(element: number): string;
  call(method: 'audit', request: RequestOf<'audit'>, limits: CallLimits): Promise<ReplyOf<'audit'>>;
}

interface AuditedPage {
  readonly mainFrame: AuditedFrame;
  frames(): AuditedFrame[];
}

export function auditPage(page: AuditedPage, limits: CallLimits = {}): Promise<AccessibilityReport> {
  return withDeadline('the accessibility report', limits, DEFAULT_TIMEOUT, async ({ signal }) => {
    const report: AccessibilityReport = { problems: [], elements: 0, unknownContrast: 0, failures: [] };
    const audits = page.frames().map(async (frame) => {
      try {
        return {
          frame,
          audited: await frame.call('audit', { isMain: frame === page.mainFrame }, { signal }),
        };
      } catch (error) {
        if (frame === page.mainFrame) throw error;
        return { frame, reason: reasonOf(error) };
      }
    });
    for (const { frame, audited, reason = '' } of await Promise.all(audits)) {
      if (!audited) {
        report.failures.push({ frame: frame.handle, reason });
        continue;
      }
      report.elements += audited.elements;
      report.unknownContrast += audited.unknownContrast;
      for (const { element, ...problem } of audited.problems)
        report.problems.push({
          ...problem,
          frame: frame.handle,
          ...(element !== undefined && { ref: frame.refOf(element) }),
        });
    }
    return report;
  });
}
