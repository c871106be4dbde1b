import type { ChildProcess } from 'node:child_process';

export interface LocalNode {
  url: string;
  child: ChildProcess;
  /** starts it again, at the same place */
  start(): void;
  readonly hasEnded: boolean;
}

export interface LocalCluster {
  urls: string[];
  nodes: LocalNode[];
  /** waits until so many nodes are there, and every shard is where it should be */
  untilWhole(count?: number, ms?: number): Promise<void>;
  stop(): Promise<void>;
}

export const SMALL: string[];
export function missingForCluster(): string | undefined;
export function prepareCluster(): string;
export function startCluster(
  folder: string,
  how?: { nodes?: number; java?: string[] },
): Promise<LocalCluster>;
