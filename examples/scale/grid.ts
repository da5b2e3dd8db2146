/** A Selenium Grid on this machine: a hub, and nodes that each have their own chromedriver and browsers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

export interface GridOptions {
  /** The file of Selenium Server. */
  jar: string;
  chromedriver: string;
  /** One node for each entry: how many browsers it runs at most. */
  nodes: readonly number[];
  /** What clients have to log in with. */
  login?: { username: string; password: string };
  /** Seconds that a request waits while all browsers are taken. Selenium's own default is 300. */
  patience?: number;
  /** Told of each process, which leads a group of its own. */
  onStart?: (pid: number) => void;
}

export interface Grid {
  /** With the login in it. */
  url: string;
  /** The ids of the sessions of each node that the hub knows, by the node's address. */
  sessions(): Promise<Map<string, string[]>>;
  /** Ends a node with everything that it has started, as a power cut would. */
  kill(node: string): Promise<void>;
  close(): Promise<void>;
}

/** Compiling less starts a JVM sooner, and the small heap is enough for a few sessions. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx192m'];

export async function startGrid(options: GridOptions): Promise<Grid> {
  const { jar, chromedriver, nodes, login, patience = 300, onStart } = options;
  const [port = 0, publish, subscribe, ...nodePorts] = await freePorts(3 + nodes.length);
  const address = `http://127.0.0.1:${port}`;
  const bus = [
    ...['--publish-events', `tcp://127.0.0.1:${publish}`],
    ...['--subscribe-events', `tcp://127.0.0.1:${subscribe}`],
  ];
  const running = new Map<string, ChildProcess>();
  const start = (at: string, role: string, ...flags: string[]) => {
    const args = [...JAVA, '-jar', jar, role, '--host', '127.0.0.1', '--port', new URL(at).port, ...flags];
    // Detached: a process group of its own, with the drivers and browsers that it starts.
    const child = spawn('java', [...args, ...bus], { stdio: 'ignore', detached: true });
    running.set(at, child);
    if (child.pid !== undefined) onStart?.(child.pid);
  };
  start(
    address,
    'hub',
    ...['--session-request-timeout', String(patience), '--session-retry-interval', '100'],
    // Otherwise a request for a browser that no node has waits as long as one for a browser that is taken.
    ...['--reject-unsupported-caps', 'true', '--healthcheck-interval', '5'],
    ...(login ? ['--username', login.username, '--password', login.password] : []),
  );
  for (const [at, slots] of nodes.entries())
    start(
      `http://127.0.0.1:${nodePorts[at]}`,
      'node',
      ...['--grid-url', address, '--register-cycle', '1', '--heartbeat-period', '5'],
      ...['--selenium-manager', 'false', '--detect-drivers', 'false'],
      ...['--override-max-sessions', 'true', '--max-sessions', String(slots)],
      ...['--driver-configuration', 'display-name=Chromium', `max-sessions=${slots}`],
      ...['stereotype={"browserName":"chrome"}', `webdriver-executable=${chromedriver}`],
    );
  const headers = login && { authorization: `Basic ${btoa(`${login.username}:${login.password}`)}` };
  const end = async (at: string) => {
    const child = running.get(at);
    running.delete(at);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const grid: Grid = {
    url: login ? address.replace('//', `//${login.username}:${login.password}@`) : address,
    sessions: async () => sessionsIn(await (await fetch(`${address}/status`, headers && { headers })).json()),
    kill: end,
    close: async () => void (await Promise.all([...running.keys()].map(end))),
  };
  await ready(grid, nodes.length, [...running.values()]);
  return grid;
}

async function ready(grid: Grid, nodes: number, processes: readonly ChildProcess[]): Promise<void> {
  for (;;) {
    // It does not listen yet, or has not heard of its nodes.
    const known = await grid.sessions().catch(() => undefined);
    if (known?.size === nodes) return;
    const ended = processes.find(({ exitCode }) => exitCode !== null);
    if (ended) {
      await grid.close();
      throw new Error(
        `Selenium Grid did not start: ${ended.spawnargs.join(' ')} ended with ${ended.exitCode}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function sessionsIn(status: unknown): Map<string, string[]> {
  const { value } = status as {
    value: {
      nodes?: { uri: string; slots: { session: { sessionId: string } | null }[] }[];
    };
  };
  return new Map(
    (value.nodes ?? []).map(({ uri, slots }) => [
      uri,
      slots.flatMap(({ session }) => (session ? [session.sessionId] : [])),
    ]),
  );
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((resolve) => server.close(resolve));
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
}
