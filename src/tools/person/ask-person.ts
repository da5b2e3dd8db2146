import { z } from 'zod';
import type { PersonOutcome } from '../../agent/person/person-requests.js';
import { type Call, defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import { page as pageInput } from '../support/inputs.js';

/** Milliseconds that a call waits. Clients give up after a minute. */
const PATIENCE = 45_000;

export const askPerson = defineTool({
  name: 'browser_ask_person',
  summary:
    "Ask a person for what you can't do, such as a login, a code or a choice. They see the page and can take over. If the answer has an address, give it to them and call again with the same arguments to wait",
  input: {
    reason: z.string().min(1).max(1_000).describe('Why you need them, in a sentence'),
    needed: z.string().max(1_000).optional().describe('What they should do'),
    pick: z.boolean().optional().describe('They point at an element: you get its ref'),
    page: pageInput,
  },
  output: {
    outcome: z.enum(['done', 'declined', 'pointed', 'waiting']),
    note: z.string().optional().describe('What the person wrote'),
    ref: z.string().optional(),
    address: z.string().optional().describe('For the person'),
  },
  effect: 'act',
  cap: 'person',
  meetsPerson: true,
  examples: [{ reason: 'The shop wants a login', needed: 'Log in, then hand back' }],
  async run({ reason, needed, pick = false, page: handle }, call) {
    const { agent } = call;
    const { invite, people } = agent.host;
    if (!invite) throw new SightlineError('unsupported', 'This server has no window: nobody can be asked');
    const page = await agent.page(handle);
    agent.host.used(page);
    const { requests } = people;
    const { request, isNew } = requests.ask({ agent: agent.name, reason, needed, pick, page });
    const address = await invite();
    if (!request.outcome && call.invite) await invited(call, request.id, reason, address);
    else if (isNew && !request.outcome)
      return {
        page,
        show: 'none',
        result: [`Give this address to the person: ${address}`, 'Then call again with the same arguments.'],
        data: { outcome: 'waiting', address },
      };
    call.onProgress?.(`Waiting for a person at ${address}`);
    const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(call.signal ? [call.signal] : [])]);
    const outcome = await requests.outcomeOf(request, signal);
    call.signal?.throwIfAborted();
    if (!outcome)
      return {
        page,
        show: 'none',
        result: [
          `No answer yet. The person's address: ${address}`,
          'Call again with the same arguments to go on waiting.',
        ],
        data: { outcome: 'waiting', address },
      };
    return { page, result: [lineOf(outcome)], data: dataOf(outcome) };
  },
});

/** Through the client, which opens the address for the person. */
async function invited(call: Call, id: string, reason: string, url: string): Promise<void> {
  const isWilling = await call.invite?.({ message: reason, url });
  if (isWilling === false) call.agent.host.people.requests.answer(id, { kind: 'declined', note: '' });
}

function lineOf({ kind, note, element }: PersonOutcome): string {
  const written = note.trim() === '' ? '' : `: ${quote(note.trim(), 2_000)}`;
  switch (kind) {
    case 'done':
      return `The person says that it is done${written}`;
    case 'declined':
      return `The person declined${written}`;
    case 'pointed':
      return `The person points at ${element}${written}`;
  }
}

function dataOf({ kind, note, ref }: PersonOutcome): Record<string, unknown> {
  return { outcome: kind, ...(note !== '' && { note }), ...(ref !== undefined && { ref }) };
}
