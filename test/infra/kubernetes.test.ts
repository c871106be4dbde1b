import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, VARIABLES } from '../../src/platform/config.js';
import { engineOf } from '../../src/search/engine/engine-of.js';
import { readCompose } from './compose.js';

/* eslint-disable @typescript-eslint/no-explicit-any */

const FOLDER = 'infra/kubernetes';
const read = (file: string): any[] =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
/** Those of the cluster behind the others; its settings.yaml is a patch. */
const files = [FOLDER, join(FOLDER, 'cluster')].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => /(?<!^(?:kustomization|settings))\.yaml$/.test(file))
    .map((file) => join(relative(FOLDER, folder), file)),
);
const objects = files.flatMap((file) => read(file).map((object) => ({ file, ...object })));
const named = (kind: string, name: string): any =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);
const backup = named('CronJob', 'backup').spec.jobTemplate.spec.template;
const workloads = [named('Deployment', 'gateway'), named('Deployment', 'indexer'), named('Job', 'migrate')];
const engines = named('StatefulSet', 'meilisearch');
const pods = [
  ...workloads,
  engines,
  named('Deployment', 'proxy'),
  named('Job', 'search-keys'),
  named('StatefulSet', 'opensearch'),
].map(({ spec, metadata }) => ({ name: metadata.name, ...spec.template.spec }));

const OF_OPERATORS: Record<string, string> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

// The types of the Gateway API are not among those of Kubernetes; another test reads what the route says.
test.each(
  objects
    .filter(({ kind }) => kind !== 'HTTPRoute')
    .map(({ kind, metadata: { name }, file, ...object }) => [kind, name, file, object] as const),
)('%s %s is what the Kubernetes API takes', async (kind, name, file, { apiVersion }) => {
  const { [apiVersion.split('/')[0] as string]: models = 'kubernetes-models' } = OF_OPERATORS;
  const group = `${models}/${apiVersion}`;
  const { [kind]: Model } = await import(`${group}/${kind}`);
  const object = read(file).find((each) => each.kind === kind && each.metadata.name === name);
  const model = new Model(object);
  expect(() => model.validate()).not.toThrow();
  const broken = new Model({ ...object, spec: 7, data: 7, stringData: 7 });
  if (kind !== 'Namespace') expect(() => broken.validate()).toThrow();
});

test('the kustomization names every file but the example of the secrets and the other way in, and what it makes of files', () => {
  const { resources, namespace, configMapGenerator } = parse(
    readFileSync('infra/kustomization.yaml', 'utf8'),
  );
  expect(new Set(resources)).toEqual(
    new Set(
      files
        .filter((file) => !/^secret\.example|^ingress|^cluster/.test(file))
        .map((file) => `kubernetes/${file}`),
    ),
  );
  for (const { metadata, kind } of objects)
    if (kind !== 'Namespace') expect(metadata.namespace).toBe(namespace);
  const mounted = pods.flatMap(({ volumes }) => volumes).flatMap(({ configMap }) => configMap?.name ?? []);
  expect(configMapGenerator.map(({ name }: any) => name)).toEqual(mounted);
  for (const { files: from } of configMapGenerator)
    for (const file of from) expect(existsSync(join('infra', file))).toBe(true);
});

/** The environment of a container, with the values of the examples. */
function environmentOf({ envFrom = [], env = [] }: any): Record<string, string> {
  const secret = (name: string): any => named('Secret', name).stringData;
  const sources = envFrom.map(({ configMapRef, secretRef }: any) =>
    configMapRef ? named('ConfigMap', configMapRef.name).data : secret(secretRef.name),
  );
  const own = env.map(({ name, value, valueFrom }: any) => [
    name,
    value ?? secret(valueFrom.secretKeyRef.name)[valueFrom.secretKeyRef.key],
  ]);
  return Object.assign({}, ...sources, Object.fromEntries(own));
}

test('every process gets variables that the service knows, of the secrets what it needs, and no master key but the engine', () => {
  const [gateway, indexer, migrate, engine, proxy, keys] = pods
    .slice(0, 6)
    .map(({ containers }) => environmentOf(containers[0]));
  for (const env of [gateway!, indexer!, migrate!]) {
    expect(Object.keys(env).filter((name) => !VARIABLES.includes(name))).toEqual([]);
    const config = loadConfig(env);
    expect(engineOf(config)?.place).toBe('meilisearch:7700');
  }
  expect(loadConfig(gateway!)).toMatchObject({ trustProxy: 1, s3: { bucket: 'images' }, databasePool: 10 });
  expect([gateway, indexer, migrate].map((env) => env!['MEILI_KEY'])).toEqual([
    'MEILI_SEARCH_KEY',
    'MEILI_INDEX_KEY',
    'MEILI_INDEX_KEY',
  ]);
  const secrets = Object.keys(indexer!).filter((name) => /KEY|PASSWORD|_URL/.test(name));
  expect(secrets.sort()).toEqual(['DATABASE_URL', 'MEILI_KEY', 'MEILI_URL', 'SMTP_URL']);
  for (const env of [engine!, keys!]) expect(env['MEILI_MASTER_KEY']).toBe('MEILI_MASTER_KEY');
  expect(Object.values(gateway!)).not.toContain('MEILI_MASTER_KEY');
  // Secrets by reference alone.
  const { data } = named('ConfigMap', 'product-data-service');
  expect(Object.keys(data).filter((name) => /KEY|PASSWORD|DATABASE_URL|REDIS_URL|SMTP/.test(name))).toEqual(
    [],
  );
  // The proxy fills in what the template asks for.
  const asked = [...readFileSync('infra/nginx.conf.template', 'utf8').matchAll(/\$\{([A-Z_]+)\}/g)].map(
    ([, name]) => name!,
  );
  const given = Object.keys(proxy!);
  expect(new Set(asked.filter((name) => name !== 'LIKE_THIS'))).toEqual(new Set(given));
  const command = pods[4].containers[0].args[0] as string;
  expect(given.filter((name) => !command.includes(`$${name}`))).toEqual([]);
});

test('no container can become root, write to its image or keep a capability', () => {
  for (const { securityContext, containers, automountServiceAccountToken } of [...pods, backup.spec]) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(automountServiceAccountToken).toBe(false);
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].resources.limits.memory).toBeDefined();
  }
});

test('the catalogue is backed up each night, by what the service knows, to a volume that stays', () => {
  const [{ args, volumeMounts, ...container }] = backup.spec.containers;
  const env = environmentOf(container);
  expect(Object.keys(env).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(loadConfig(env)).toMatchObject({ s3: { bucket: 'images' } });
  expect(args[0]).toMatch(/^catalogue backup "\/backups\/[^"]+" --json$/m);
  expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
  expect(backup.spec.volumes).toContainEqual({
    name: 'backups',
    persistentVolumeClaim: { claimName: 'backups' },
  });
  expect(named('PersistentVolumeClaim', 'backups')).toBeDefined();
});

test('what runs in containers is what the image has', () => {
  const [gateway, indexer, migrate] = pods.map(({ containers }) => containers[0]);
  expect(gateway.args).toBeUndefined();
  for (const { args } of [indexer, migrate]) {
    const program = args.find((arg: string) => arg.startsWith('dist/'));
    expect([program, existsSync(program)]).toEqual([program, true]);
  }
});

test('services, disruption budgets, the monitor and the policies find the pods that they are for', () => {
  const labels = new Map<string, any>(
    workloads.map(({ metadata, spec }) => [metadata.name, spec.template.metadata.labels]),
  );
  const matches = (selector: any, name: string): boolean =>
    Object.entries(selector).every(([label, value]) => labels.get(name)[label] === value);
  for (const name of ['gateway', 'indexer']) {
    const deployment = named('Deployment', name);
    expect(matches(deployment.spec.selector.matchLabels, name)).toBe(true);
    expect(matches(named('Service', name).spec.selector, name)).toBe(true);
    expect(matches(named('PodDisruptionBudget', name).spec.selector.matchLabels, name)).toBe(true);
    expect(matches(named('NetworkPolicy', name).spec.podSelector.matchLabels, name)).toBe(true);
    const monitor = named('ServiceMonitor', 'product-data-service').spec;
    const service = named('Service', name);
    for (const [label, value] of Object.entries(monitor.selector.matchLabels))
      expect(service.metadata.labels[label]).toBe(value);
    expect(service.spec.ports.map(({ name }: any) => name)).toContain(monitor.endpoints[0].port);
    const ports = new Set(deployment.spec.template.spec.containers[0].ports.map(({ name }: any) => name));
    for (const { targetPort } of service.spec.ports) expect(ports.has(targetPort)).toBe(true);
    const container = deployment.spec.template.spec.containers[0];
    for (const probe of ['livenessProbe', 'readinessProbe'])
      expect(ports.has(container[probe].httpGet.port)).toBe(true);
  }
  labels.set('backup', backup.metadata.labels);
  for (const name of ['gateway', 'indexer', 'migrate', 'backup'])
    expect(matches(named('NetworkPolicy', 'servers').spec.podSelector.matchLabels, name)).toBe(true);
  expect(named('HorizontalPodAutoscaler', 'gateway').spec.scaleTargetRef).toMatchObject({ name: 'gateway' });
});

test('of a cluster the settings name each node of the engine and its replicas, and what is taken out is there', () => {
  const { resources, patches } = parse(readFileSync(join(FOLDER, 'cluster/kustomization.yaml'), 'utf8'));
  expect(resources.map((file: string) => join('cluster', file)).sort()).toEqual(
    files.filter((file) => file.startsWith('cluster')).sort(),
  );
  for (const { target } of patches)
    if (target) expect([target, named(target.kind, target.name)]).toEqual([target, expect.anything()]);
  const [settings] = read('cluster/settings.yaml');
  const { spec } = named('StatefulSet', 'opensearch');
  const nodes = Array.from({ length: spec.replicas }, (_, nth) => `opensearch-${nth}.${spec.serviceName}`);
  const { openSearch } = loadConfig({ DATABASE_URL: 'postgres://x', ...settings.data, MEILI_URL: undefined });
  expect(openSearch).toMatchObject({ urls: nodes.map((node) => `http://${node}:9200`), replicas: 2 });
  const env = environmentOf({ env: spec.template.spec.containers[0].env.filter(({ value }: any) => value) });
  expect(env['discovery.seed_hosts']).toBe(nodes.join());
  const labels = spec.template.metadata.labels;
  expect(named('NetworkPolicy', 'opensearch').spec.podSelector.matchLabels).toEqual(labels);
  for (const kind of ['Service', 'PodDisruptionBudget']) {
    const { selector } = named(kind, 'opensearch').spec;
    expect(selector.matchLabels ?? selector).toEqual(labels);
  }
});

test('the engine has a volume, its image is that of Compose, and its service and policy find it', () => {
  const { spec } = engines;
  const [{ image, volumeMounts }] = spec.template.spec.containers;
  expect(volumeMounts.map(({ name }: any) => name)).toContain(spec.volumeClaimTemplates[0].metadata.name);
  expect(readCompose().services['meilisearch']!.build!.dockerfile_inline).toContain(`FROM ${image}\n`);
  const labels = Object.entries(spec.template.metadata.labels);
  for (const kind of ['Service', 'NetworkPolicy']) {
    const { selector, podSelector } = named(kind, 'meilisearch').spec;
    expect(labels).toEqual(Object.entries((podSelector ?? selector).matchLabels ?? selector));
  }
});

test('the proxy is that of Compose; what leads to it leads every path, and it alone leads to the gateways', () => {
  const { labels } = named('Deployment', 'proxy').spec.template.metadata;
  expect(named('Service', 'proxy').spec.selector).toEqual(labels);
  for (const kind of ['NetworkPolicy', 'PodDisruptionBudget']) {
    const { podSelector, selector } = named(kind, 'proxy').spec;
    expect((podSelector ?? selector).matchLabels).toEqual(labels);
  }
  expect(pods[4].containers[0].image).toBe(readCompose().services['proxy']!.image);
  const { rules, parentRefs } = named('HTTPRoute', 'proxy').spec;
  expect(parentRefs).toHaveLength(1);
  expect(rules).toEqual([
    expect.objectContaining({
      matches: [{ path: { type: 'PathPrefix', value: '/' } }],
      backendRefs: [{ name: 'proxy', port: named('Service', 'proxy').spec.ports[0].port }],
    }),
  ]);
  expect(named('Ingress', 'proxy').spec.rules[0].http.paths).toEqual([
    { path: '/', pathType: 'Prefix', backend: { service: { name: 'proxy', port: { name: 'http' } } } },
  ]);
  const [web] = named('NetworkPolicy', 'gateway').spec.ingress;
  expect(web.from).toEqual([{ podSelector: { matchLabels: labels } }]);
  // Headless: a port of the service is one of the pods.
  const { clusterIP, ports } = named('Service', 'gateway').spec;
  expect([clusterIP, ports[0].port]).toEqual(['None', 3000]);
});

test('a gateway that goes has time until nobody sends to it any more, and then to end what runs', () => {
  const [{ terminationGracePeriodSeconds, containers }] = pods;
  const sleep = Number(containers[0].lifecycle.preStop.exec.command[1]);
  expect(terminationGracePeriodSeconds).toBeGreaterThan(sleep + 10);
  expect(named('Deployment', 'gateway').spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
});

test('the rules of the operator are those of alerts.yml', () => {
  const { groups } = parse(readFileSync('infra/monitoring/alerts.yml', 'utf8'));
  expect(named('PrometheusRule', 'product-data-service').spec.groups).toEqual(groups);
});
