/** Inputs that many tools share. Descriptions are sent to the model with every list of tools: they are short. */
import { z } from 'zod';

/** Said once, where agents begin and in the server's instructions: nearly every tool takes it. */
export const page = z.string().optional();
export const describedPage = page.describe('Handle, e.g. c0p1. Default: the last used');

export const element = z.string().optional().describe('What the element is, for people');

export const target = z.string().describe('Ref from the snapshot (e12, f1e3) or a unique CSS/XPath selector');

export const filename = z.string().optional().describe('Save to this file instead of returning it');

export const button = z.enum(['left', 'right', 'middle']).optional();
