/** Sends a command of the person and reports its problem, or that there is none. */
export async function runCommand(
  send: () => Promise<unknown>,
  onProblem: (problem: string | undefined) => void,
): Promise<unknown> {
  try {
    const answer = await send();
    onProblem(undefined);
    return answer;
  } catch (error) {
    onProblem(error instanceof TypeError ? 'The server does not answer.' : reason(error));
    return undefined;
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
