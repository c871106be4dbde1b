import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../support/service.js';

/**
 * Reads changes until as many are there as are expected: one that is committed surfaces only when no older
 * transaction runs any more, anywhere on the server, and other tests run theirs.
 */
export async function changesAfter(service: Service, cursor: string, expected: number) {
  for (let tries = 0; ; tries++) {
    const answer = await service.call('GET', `/changes?after=${cursor}`);
    if (answer.status !== 200 || answer.body.data.length >= expected || tries === 1_200) return answer.body;
    await sleep(50);
  }
}
