/** Inputs that many tools share. Descriptions are sent to the model with every list of tools: they are short. */
import { z } from 'zod';

export const page = z
  .string()
  .optional()
  .describe('Page handle, e.g. c0p1. Default: page of the ref, or last used');

export const element = z.string().optional().describe('What the element is, for people');

export const target = z.string().describe('Ref from the snapshot (e12, f1e3) or a unique CSS/XPath selector');

export const filename = z.string().optional().describe('Save to this file instead of returning it');

export const button = z.enum(['left', 'right', 'middle']).optional();
