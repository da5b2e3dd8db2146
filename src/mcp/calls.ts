/** What one client's requests do: lists the tools, runs them, reads resources. */
import { createHash } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { Agent } from '../agent/agent.js';
import { type Invitation, InvitationNeeded } from '../agent/person/invitation.js';
import { ConfirmationNeeded } from '../agent/policy/assert-allowed.js';
import { renderAnswer } from '../agent/result.js';
import type { Tool } from '../agent/tool.js';
import { type TurnResult, takeTurn } from '../agent/turn.js';
import { SightlineError } from '../errors.js';
import { TOOLS } from '../tools/index.js';
import { nearestWord } from '../tree/nearest-word.js';
import { quote } from '../tree/quote.js';
import { reportProgress } from './progress.js';
import { ourCall } from './renamed-tools.js';
import { resourcesOf } from './resources.js';
import { OTHER_NAMES, RETIRED } from './retired-tools.js';
import type { Calls } from './server.js';
import type { Serving } from './serving.js';
import { toolList } from './tool-list.js';

export function callsOf(serving: Serving, agent: Agent): Calls {
  const { host } = serving;
  return {
    ...resourcesOf(agent),
    takeRoots: (roots) => serving.takeRoots(agent, roots),
    tools: () => toolList(host.tools.values()),
    async call(params, context, { rootsKnown, canAsk, canInvite }) {
      const { name, args } = ourCall(params.name, params.arguments);
      const tool = host.tools.get(name);
      if (!tool) return failed(noSuchTool(name, [...host.tools.keys()]));
      await rootsKnown(context);
      const done = serving.idle.begin();
      const progress = reportProgress(tool.name, host, context);
      try {
        const { signal, inputResponses } = context.mcpReq;
        const turn = await takeTurn(agent, tool, args, {
          signal,
          onProgress: progress.say,
          ...(canAsk && { confirm: async (question) => answerTo(question, inputResponses) }),
          ...(canInvite && { invite: async (invitation) => isAccepted(invitation, inputResponses) }),
        });
        if (turn.question !== undefined) return asking(turn.question);
        if (turn.invitation) return inviting(turn.invitation);
        serving.log?.add(tool.name, turn.text);
        return asResult(turn, tool, serving.images);
      } finally {
        progress.end();
        done();
      }
    },
  };
}

/** The same question gets the same name, so that an answer counts only for what was asked. */
const nameOf = (question: string): string =>
  `confirm-${createHash('sha256').update(question).digest('hex').slice(0, 16)}`;

/** The client asks, and calls again with the answer. */
function asking(question: string): InputRequiredResult {
  const request = inputRequired.elicit({
    message: `${question} The agent wants to do this, and the policy of this server asks you to confirm it.`,
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Confirm', default: true } },
    },
  });
  return inputRequired({ inputRequests: { [nameOf(question)]: request } });
}

function answerTo(question: string, answers: Record<string, unknown> | undefined): boolean {
  const answer = inputResponse(answers, nameOf(question));
  if (answer.kind !== 'elicit') throw new ConfirmationNeeded(question);
  return answer.action === 'accept' && answer.content?.confirm !== false;
}

/** The client opens the address if the person agrees, and calls again. */
function inviting({ message, url }: Invitation): InputRequiredResult {
  return inputRequired({ inputRequests: { [nameOf(message)]: inputRequired.elicitUrl({ message, url }) } });
}

function isAccepted(invitation: Invitation, answers: Record<string, unknown> | undefined): boolean {
  const answer = inputResponse(answers, nameOf(invitation.message));
  if (answer.kind !== 'elicit') throw new InvitationNeeded(invitation);
  return answer.action === 'accept';
}

function asResult(turn: TurnResult, tool: Tool, mode: Serving['images']): CallToolResult {
  const { text, isError, data } = turn;
  const images = mode === 'omit' ? [] : turn.images;
  const pictures = images.map(({ data: bytes, mimeType }) => ({
    type: 'image' as const,
    data: Buffer.from(bytes).toString('base64'),
    mimeType,
  }));
  const only = mode === 'only' && pictures.length > 0;
  return {
    content: [...(only ? [] : [{ type: 'text' as const, text }]), ...pictures],
    ...(data && tool.outputSchema && { structuredContent: { ...data } }),
    ...(isError && { isError }),
  };
}

function failed(error: SightlineError): CallToolResult {
  return { content: [{ type: 'text', text: renderAnswer({ error }) }], isError: true };
}

function noSuchTool(name: string, known: string[]): SightlineError {
  const instead = Object.hasOwn(RETIRED, name) ? RETIRED[name] : undefined;
  if (instead !== undefined)
    return new SightlineError('unsupported', `Sightline has no ${name}`, { hint: instead });
  const off = TOOLS.find((tool) => tool.name === name);
  if (off)
    return new SightlineError('unsupported', `${name} is off`, {
      hint:
        off.cap === undefined
          ? "The server's settings (--tools, --deny-tools, --read-only) don't allow it. Work without it, or ask the user."
          : `Start the server with --caps ${off.cap} to turn it on.`,
    });
  const bare = (tool: string) => tool.replace(/^browser_|_by_uid(?:_to_uid)?$/g, '');
  const meant =
    bare(OTHER_NAMES[name] ?? OTHER_NAMES[bare(name)] ?? '') || nearestWord(bare(name), known.map(bare));
  return new SightlineError('bad-argument', `There is no tool ${quote(name, 100)}`, {
    hint:
      meant === undefined
        ? `Nothing was done. Tools: ${known.join(', ')}.`
        : `Nothing was done. Use browser_${meant}.`,
  });
}
