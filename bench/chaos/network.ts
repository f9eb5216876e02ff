import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = async (...args: string[]): Promise<string> => (await run('ip', args)).stdout;

/** A separate machine, as far as its network is concerned. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Runs the program that follows on it. */
  readonly inside: { readonly command: string; readonly args: readonly string[] };
  /** Pulls its cable: packets in both directions disappear without an error. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  /** Kills everything on it. */
  killAll(): Promise<void>;
}

const NAME = /^lwchaos-(\d+)-/;
const FIRST_MACHINE = 10;

/** Network namespaces on one bridge. This machine has the first address. Needs root. */
export class Network implements AsyncDisposable {
  /** Address of this machine. */
  readonly gateway: string;
  readonly #subnet: string;
  readonly #bridge: string;
  readonly #machines: Machine[] = [];

  private constructor() {
    this.#subnet = `10.213.${process.pid % 256}`;
    this.gateway = `${this.#subnet}.1`;
    this.#bridge = `lwc${process.pid}`;
  }

  static async create(): Promise<Network> {
    await removeLeftovers();
    const network = new Network();
    try {
      await ip('link', 'add', network.#bridge, 'type', 'bridge');
      await ip('addr', 'add', `${network.gateway}/24`, 'dev', network.#bridge);
      await ip('link', 'set', network.#bridge, 'up');
      return network;
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
  }

  async addMachine(name: string): Promise<Machine> {
    const index = FIRST_MACHINE + this.#machines.length;
    const namespace = `lwchaos-${process.pid}-${name}`;
    const cable = `${this.#bridge}-${index}`;
    const address = `${this.#subnet}.${index}`;
    await ip('netns', 'add', namespace);
    const machine: Machine = {
      name,
      address,
      inside: { command: 'ip', args: ['netns', 'exec', namespace] },
      cut: async () => void (await ip('link', 'set', cable, 'down')),
      heal: async () => void (await ip('link', 'set', cable, 'up')),
      killAll: () => killAllIn(namespace),
    };
    this.#machines.push(machine);
    await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    await ip('link', 'set', cable, 'master', this.#bridge, 'up');
    await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    await ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    await ip('-n', namespace, 'link', 'set', 'lo', 'up');
    return machine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const namespace of await namespacesOf((owner) => owner === process.pid)) await removeNamespace(namespace);
    await ip('link', 'del', this.#bridge).catch(() => undefined);
  }
}

/** Namespaces of an earlier run that was killed. */
async function removeLeftovers(): Promise<void> {
  const isGone = (owner: number) => !existsSync(`/proc/${owner}`);
  for (const namespace of await namespacesOf(isGone)) {
    await removeNamespace(namespace);
    const [, owner] = NAME.exec(namespace) ?? [];
    await ip('link', 'del', `lwc${owner}`).catch(() => undefined);
  }
}

async function namespacesOf(isWanted: (owner: number) => boolean): Promise<string[]> {
  const names = (await ip('netns', 'list')).split('\n').map((line) => line.split(' ')[0] ?? '');
  return names.filter((name) => {
    const [, owner] = NAME.exec(name) ?? [];
    return owner !== undefined && isWanted(Number(owner));
  });
}

async function removeNamespace(namespace: string): Promise<void> {
  await killAllIn(namespace);
  await ip('netns', 'del', namespace).catch(() => undefined);
}

async function killAllIn(namespace: string): Promise<void> {
  const pids = (await ip('netns', 'pids', namespace).catch(() => '')).split('\n').filter((line) => line !== '');
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
