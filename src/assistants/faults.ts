import type { JSONRPCMessage } from '@modelcontextprotocol/server';

const INTERNAL_ERROR = -32_603;
const INVALID_PARAMS = -32_602;

interface Issue {
  path: string[];
  message: string;
}

/** An answer to be sent: where parameters do not fit, the package gives zod's issues as an internal error. */
export function withFaultsNamed(answer: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in answer) || answer.error.code !== INTERNAL_ERROR) return answer;
  const issues = issuesIn(answer.error.message);
  if (issues === null) return answer;
  const message = issues.map((each) => `${each.path.join('.')}: ${each.message}`).join(', ');
  return { ...answer, error: { code: INVALID_PARAMS, message } };
}

function issuesIn(text: string): Issue[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const issues = JSON.parse(text) as Issue[];
    return issues.length > 0 && issues.every(({ path }) => Array.isArray(path)) ? issues : null;
  } catch {
    return null;
  }
}
