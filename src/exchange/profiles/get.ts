import { z } from 'zod';
import { badField, described, isGiven, keyRequired, oneOf, tidyName } from '../../platform/index.js';
import type { Answer, Call, Context } from '../../platform/index.js';
import { answerWithFile } from '../exports/resume.js';
import type { SendParts } from '../exports/send.js';
import { SCOPES } from './definition.js';
import words from './docs.json' with { type: 'json' };
import { lastPosition, openFile, recipientFor, shapeOf } from './file.js';
import { profileNamed } from './store.js';

export type ProfileParts = Context & SendParts;

/** Which products a file holds, and for whom. */
export const scopeQuery = described(words.scopeQuery, {
  scope: oneOf(SCOPES).optional(),
  recipient: tidyName({ max: 100 }).optional(),
});

/** What GET /export may be asked beside formats and filters. */
export const profileQuery = {
  ...described(words.profileQuery, { profile: z.string().optional() }),
  ...scopeQuery,
};

/**
 * The file that a delivery of a profile would hold now; nothing is recorded.
 * @param others parameters of the call that the profile decides
 */
export async function answerByProfile(
  parts: ProfileParts,
  call: Call<z.infer<z.ZodObject<typeof profileQuery>>>,
  others: string[],
): Promise<Answer | undefined> {
  const { key, query } = call;
  const { profile: name = '', scope, recipient } = query;
  const other = others.find((each) => isGiven(call.req, each));
  if (other !== undefined) throw badField(other, 'not_here', 'is what the profile decides');
  const profile = await profileNamed(parts.db, 'profile', name, key !== null);
  if (!key && (recipient !== undefined || (scope ?? profile.definition.scope) !== 'all'))
    throw keyRequired('What was delivered before differs by recipient, which is the name of an API key.');
  const siteOrigin = parts.siteOrigin();
  const options = { scope, recipient: recipientFor(recipient, key), siteOrigin };
  const layout = shapeOf(profile, scope, await lastPosition(parts.db, profile, options));
  const selection = { layout, filters: {}, siteOrigin };
  return answerWithFile(parts, call, selection, (from, asOf) => openFile(from, profile, options, asOf));
}
