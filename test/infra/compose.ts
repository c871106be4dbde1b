import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  image?: string;
  build?: { context?: string; dockerfile?: string; dockerfile_inline?: string };
  entrypoint?: string[];
  profiles?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  command?: string[];
  user?: string;
  read_only?: boolean;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks?: string[];
  restart?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { resources: { limits: { cpus?: string; memory: string; pids: number } } };
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
}

export const COMPOSE_FILE = 'docker-compose.yml';

/** The file as it is written, its anchors and merges resolved. */
export function readCompose(): Compose {
  return parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as Compose;
}

/**
 * Fills variables in as Docker Compose does.
 * @throws with the message of a `${NAME:?message}` whose variable is absent or empty
 */
export function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$(?:(\$)|\{(\w+)(?:(:?[-?])([^}]*))?\})/g,
    (_, dollar?: string, name = '', kind = '', rest = '') => {
      if (dollar) return '$';
      const value = variables[name];
      if (value || (kind === '-' && value === '')) return value;
      if (kind === ':?') throw new Error(rest);
      return kind.endsWith('-') ? rest : '';
    },
  );
}

/** The environment that a service gets. */
export function environmentOf(name: string, variables: Record<string, string>): Record<string, string> {
  const { environment = {} } = readCompose().services[name]!;
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, interpolate(value, variables)]),
  );
}
