import { Socket } from 'node:net';
import pg from 'pg';
import { waitAtMost } from '../base/wait-at-most.ts';
import type { Row, Step } from '../base/program.ts';
import type { StoreConnections } from '../health-store.ts';
import { StoreUnavailable } from '../base/unavailable.ts';
import type { DatabaseAddress } from './database-address.ts';
import { awaitDriver, codeOf, isOfPooler, isWorthRetryElsewhere } from './driver-errors.ts';
import { createHeartbeat } from './heartbeat.ts';

export interface Session {
  run(statement: Step['sql'], values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** First keys of advisory locks, chosen to be unique ("FERR" in ASCII). The second key is the organization, or 0. */
export const advisoryLocks = { schema: 0x46_45_52_01, fill: 0x46_45_52_02 } as const;

/** Limits in milliseconds that the database enforces on lock waits, statements and idle transactions. */
const settings = {
  lock_timeout: 3_000,
  statement_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;
const noLimits = Object.fromEntries(Object.keys(settings).map((name) => [name, 0]));
const withoutSettings = Object.fromEntries(Object.keys(settings).map((name) => [name, undefined]));
const setLocalSql = (values: Readonly<Record<string, number>>): string =>
  ['BEGIN', ...Object.entries(values).map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ');

/** Limits in milliseconds for getting a connection and for the response to a statement. */
const timeouts = { connectionTimeoutMillis: 3_000, query_timeout: 5_000 } as const;
/** Time in which a connection may close normally. */
const endsWithinMs = 500;

const maxConnections = 10;
const maxTries = 4;
const collisions = new Set(['40001', '40P01']);

/** Type ID of bigint, which is parsed as a number, because counts and times are far below 2^53. */
const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

const ignore = (): void => {};

const fails = (pending: Promise<unknown>): Promise<boolean> =>
  pending.then(
    () => false,
    () => true,
  );

/** Collects sockets so that `cut` can destroy them. A connection to a dead host stays open. */
const createSockets = () => {
  const openSockets = new Set<Socket>();
  return {
    make: (): Socket => {
      const socket = new Socket();
      openSockets.add(socket);
      return socket.once('close', () => openSockets.delete(socket));
    },
    cut: (): void => {
      for (const socket of openSockets) socket.destroy();
    },
  };
};

/** A shared database. Throws `StoreUnavailable` if the database is unreachable, full or read-only. */
export const connectDatabase = (
  { config, hosts }: Pick<DatabaseAddress, 'config' | 'hosts'>,
  onLost: (error: Error) => void = ignore,
) => {
  let hostIndex = 0;
  const sharedConfig: pg.ClientConfig = {
    ...config,
    ...(hosts.length > 1 && hosts[0]),
    types,
    keepAlive: true,
    application_name: 'ferry-service',
  };
  const sockets = createSockets();
  const heartbeatSockets = createSockets();
  const pool = new pg.Pool({ ...sharedConfig, ...settings, ...timeouts, max: maxConnections, stream: sockets.make });
  // Without these listeners, an error of an idle or active connection ends the process.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', ignore));

  let isPooled = false;
  let heartbeatClient: Promise<pg.Client> | undefined;
  let isConnected = false;
  const resetHeartbeat = (): void => {
    heartbeatClient = undefined;
    isConnected = false;
  };
  const connectHeartbeat = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...sharedConfig, stream: heartbeatSockets.make });
    client.on('error', ignore);
    await client.connect();
    return client;
  };
  const cutHeartbeat = (): void => {
    resetHeartbeat();
    heartbeatSockets.cut();
  };
  const sendHeartbeat = async (): Promise<void> => {
    let pending: Promise<pg.Client> | undefined;
    try {
      if (isPooled) {
        // Behind a pooler, a statement waits for other statements, so each beat opens a new connection instead.
        await waitAtMost(endsWithinMs, (await connectHeartbeat()).end());
        return;
      }
      pending = heartbeatClient ??= connectHeartbeat();
      const client = await pending;
      isConnected = true;
      await client.query('SELECT');
    } catch {
      // Keeps a newer connection that replaced this one.
      if (heartbeatClient === pending) resetHeartbeat();
    }
  };
  const heartbeat = createHeartbeat({
    beat: sendHeartbeat,
    isConnected: () => isConnected,
    onSilence: () => {
      cutHeartbeat();
      sockets.cut();
      leaveHost(hostIndex);
    },
    onLateBeat: cutHeartbeat,
  });
  /** Connects to the next host, unless another failure of the same host has already done so. */
  const leaveHost = (failed: number): void => {
    if (hosts.length === 1 || failed !== hostIndex) return;
    hostIndex = (failed + 1) % hosts.length;
    const host = hosts[hostIndex];
    Object.assign(sharedConfig, host);
    Object.assign(pool.options, host);
    cutHeartbeat();
    sockets.cut();
  };
  // The heartbeat's connection opens with the pool's first connection, so that it is ready when needed.
  pool.on('connect', () => {
    if (!isPooled && heartbeatClient === undefined) void sendHeartbeat();
  });

  /** With a pooler, statements have no names, and each transaction applies its own settings. */
  const goThroughPooler = (): void => {
    isPooled = true;
    cutHeartbeat();
    Object.assign(pool.options, withoutSettings);
  };
  const ask = async <Answer>(pending: () => Promise<Answer>, isLong?: boolean): Promise<Answer> => {
    const usedIndex = hostIndex;
    let isSent = false;
    const send = (): Promise<Answer> => {
      isSent = true;
      return pending();
    };
    try {
      return await awaitDriver(heartbeat.guard(send, isLong));
    } catch (error) {
      if (!isPooled && isOfPooler(error)) goThroughPooler();
      if (isSent && isWorthRetryElsewhere(error)) leaveHost(usedIndex);
      throw error;
    }
  };

  const sessionOf = (client: pg.Pool | pg.ClientBase, isLong?: boolean): Session => ({
    run: async (statement, values = []) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const name = typeof statement === 'string' || isPooled ? {} : { name: statement.name };
      const query = { ...name, text, values: [...values] };
      const { rows } = await ask(() => client.query<Record<string, unknown>>(query), isLong);
      heartbeat.noteAnswer();
      return rows;
    },
  });

  const takeClient = async (): Promise<pg.PoolClient> => {
    let pendingClient: Promise<pg.PoolClient> | undefined;
    try {
      return await ask(() => (pendingClient = pool.connect()));
    } catch (error) {
      // A connection that arrives late must go back to the pool.
      pendingClient?.then((client) => client.release(), ignore);
      throw error;
    }
  };

  const runOnce = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const client = await takeClient();
    let isUnusable = false;
    try {
      await ask(() => client.query(isPooled ? setLocalSql(settings) : 'BEGIN'));
      const result = await work(sessionOf(client));
      await ask(() => client.query('COMMIT'));
      return result;
    } catch (error) {
      // A silent database doesn't respond to a ROLLBACK either, and closing the connection rolls back.
      const isSilent = error instanceof StoreUnavailable && !(error.cause instanceof pg.DatabaseError);
      isUnusable = isSilent || (await fails(ask(() => client.query('ROLLBACK'))));
      throw error;
    } finally {
      client.release(isUnusable);
    }
  };

  /** Opens a separate connection, which the signal closes. Detects a pooler by its different backend process. */
  const connectAlone = async (own: ReturnType<typeof createSockets>): Promise<pg.Client> => {
    const { connectionTimeoutMillis } = timeouts;
    const client = new pg.Client({
      ...sharedConfig,
      ...(isPooled ? {} : settings),
      connectionTimeoutMillis,
      stream: own.make,
    });
    client.on('error', ignore);
    await ask(() => client.connect(), true);
    if (isPooled) return client;
    const [row] = await sessionOf(client, true).run('SELECT pg_backend_pid() AS pid');
    if (row?.['pid'] !== (client as pg.Client & { processID?: number }).processID) goThroughPooler();
    return client;
  };

  return {
    ...sessionOf(pool),
    /** Runs `work` in one transaction, which an exception rolls back. After a deadlock, retries up to three times. */
    inTransaction: async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(work);
        } catch (error) {
          if (!collisions.has(codeOf(error) ?? '') || attempt === maxTries) throw error;
        }
      }
    },
    /** Runs `work` without timeouts, for seeding and schema changes. The signal aborts it immediately. */
    inLongTransaction: async <Result>(
      work: (session: Session) => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result> => {
      const ownSockets = createSockets();
      signal?.addEventListener('abort', ownSockets.cut);
      try {
        const client = await connectAlone(ownSockets).catch((error: unknown) => {
          if (isOfPooler(error) && signal?.aborted !== true) return connectAlone(ownSockets);
          throw error;
        });
        if (signal?.aborted) throw new StoreUnavailable('stopped');
        await ask(() => client.query(setLocalSql(noLimits)), true);
        const result = await work(sessionOf(client, true));
        await ask(() => client.query('COMMIT'), true);
        await waitAtMost(endsWithinMs, client.end());
        return result;
      } finally {
        signal?.removeEventListener('abort', ownSockets.cut);
        // Closing the connection rolls back uncommitted changes.
        ownSockets.cut();
      }
    },
    connections: (): StoreConnections => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** Closes all connections, even if the database doesn't respond. */
    end: async (): Promise<void> => {
      heartbeat.end();
      heartbeatSockets.cut();
      await waitAtMost(endsWithinMs, pool.end());
      sockets.cut();
    },
  };
};

export type Database = ReturnType<typeof connectDatabase>;
