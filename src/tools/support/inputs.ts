/** Inputs that many tools share. Descriptions are short: every tool list sends them to the model. */
import { z } from 'zod';

/** Nearly every tool takes it, so only the first tools and the server's instructions describe it. */
export const page = z.string().optional();
export const describedPage = page.describe('Handle, e.g. c0p1. Default: last used');

/** As Playwright MCP has it; described where it is first used, as `page` is. */
export const element = z.string().optional();
export const describedElement = element.describe('Human-readable description');

export const target = z.string().describe('Ref (e12) or unique CSS/XPath');

/** Of a point in the target; described where it is first used. */
export const position = z.string().optional();
export const describedPosition = position.describe('x,y in it');

export const filename = z.string().optional().describe('Save to this file instead of returning');

export const button = z.enum(['left', 'right', 'middle']).optional();

/** CSS pixels. Browsers answer larger numbers with errors of their protocols, or turn a wheel for many seconds. */
const MOST_PIXELS = 1_000_000;
export const pixels = z.number().min(-MOST_PIXELS).max(MOST_PIXELS);

/** Of a viewport, in CSS pixels. */
const side = z.int().min(1).max(10_000);
export const size = { width: side, height: side };

export const geolocation = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(MOST_PIXELS).optional(),
});
