import { picture } from '../../catalogue/media/images.js';
import { serviceOfFile } from '../../support/service.js';
import examples from './security-headers.json' with { type: 'json' };

const service = serviceOfFile();
let image: string;

beforeAll(async () => {
  await service.push([{ code: 'H-1', name_cn: '甲' }]);
  const body = new Uint8Array(await picture('png'));
  const { body: stored } = await service.call('PUT', '/media/a.png', { key: service.key, body });
  image = stored.url;
});

const policyOf = (headers: Headers): Map<string, string> =>
  new Map(
    headers
      .get('content-security-policy')!
      .split(';')
      .map((rule) => rule.trim())
      .map((rule) => [rule.split(' ')[0]!, rule.slice(rule.indexOf(' ') + 1)]),
  );

test.each(examples.answers as [string, string, number, string?][])(
  '%s is protected',
  async (_, path, status, method = 'GET') => {
    const answer = await service.call(method, path.replace('/IMAGE', image));
    const { headers } = answer;
    expect(answer.status).toBe(status);
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toMatch(/^'(self|none)'$/);
    // Scripts from here alone: none in line, none made of a text, none from elsewhere.
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toMatch(/^'(self|none)'$/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': path === '//IMAGE' ? 'cross-origin' : 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    });
    for (const name of ['x-powered-by', 'server', 'access-control-allow-credentials'])
      expect(headers.get(name)).toBeNull();
  },
);
