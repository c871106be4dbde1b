import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, VARIABLES } from '../../src/config.js';
import { enginesOf } from '../../src/engines/addresses.js';
import { readCompose } from './compose.js';

/* eslint-disable @typescript-eslint/no-explicit-any */

const FOLDER = 'infra/kubernetes';
const read = (file: string): any[] =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
const objects = files.flatMap((file) => read(file).map((object) => ({ file, ...object })));
const named = (kind: string, name: string): any =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);
const workloads = [named('Deployment', 'gateway'), named('Deployment', 'indexer'), named('Job', 'migrate')];
const engines = named('StatefulSet', 'meilisearch');
const pods = [...workloads, engines].map(({ spec, metadata }) => ({
  name: metadata.name,
  ...spec.template.spec,
}));

test.each(
  objects.map(({ kind, metadata: { name }, file, ...object }) => [kind, name, file, object] as const),
)('%s %s is what the Kubernetes API takes', async (kind, name, file, { apiVersion }) => {
  const group = apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;
  const { [kind]: Model } = await import(`${group}/${kind}`);
  const object = read(file).find((each) => each.kind === kind && each.metadata.name === name);
  const model = new Model(object);
  expect(() => model.validate()).not.toThrow();
  const broken = new Model({ ...object, spec: 7, data: 7, stringData: 7 });
  if (kind !== 'Namespace') expect(() => broken.validate()).toThrow();
});

test('the kustomization names every file but the example of the secret', () => {
  const { resources, namespace } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
  expect(new Set(resources)).toEqual(new Set(files.filter((file) => file !== 'secret.example.yaml')));
  for (const { metadata, kind } of objects)
    if (kind !== 'Namespace') expect(metadata.namespace).toBe(namespace);
});

test('every variable is one that the service knows, and together they make a configuration', () => {
  const { data } = named('ConfigMap', 'product-data-service');
  const { stringData } = named('Secret', 'product-data-service');
  const env = { ...data, ...stringData };
  expect(Object.keys(env).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(loadConfig(env)).toMatchObject({ trustProxy: 1, s3: { bucket: 'images' }, databasePool: 10 });
  // Secrets by reference alone.
  expect(Object.keys(data).filter((name) => /KEY|PASSWORD|DATABASE_URL|REDIS_URL/.test(name))).toEqual([]);
  for (const { containers } of pods.slice(0, 3))
    expect(containers[0].envFrom).toEqual([
      { configMapRef: { name: 'product-data-service' } },
      { secretRef: { name: 'product-data-service' } },
    ]);
});

test('no container can become root, write to its image or keep a capability', () => {
  for (const { securityContext, containers, automountServiceAccountToken } of pods) {
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

test('what runs in containers is what the image has', () => {
  const [gateway, indexer, migrate] = pods.map(({ containers }) => containers[0]);
  expect(gateway.args).toBeUndefined();
  for (const { args } of [indexer, migrate]) {
    const program = args.find((arg: string) => arg.startsWith('dist/'));
    const source = program.replace('dist/', '').replace('.js', '.ts');
    expect([source, existsSync(source)]).toEqual([source, true]);
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
  for (const name of ['gateway', 'indexer', 'migrate'])
    expect(matches(named('NetworkPolicy', 'servers').spec.podSelector.matchLabels, name)).toBe(true);
  expect(named('HorizontalPodAutoscaler', 'gateway').spec.scaleTargetRef).toMatchObject({ name: 'gateway' });
});

test('every search engine that the configuration names is a pod of its own, with a volume of its own', () => {
  const { spec, metadata } = named('StatefulSet', 'meilisearch');
  const { MEILI_URL: meiliUrl } = named('ConfigMap', 'product-data-service').data;
  const pods = Array.from(
    { length: spec.replicas },
    (_, i) => `${metadata.name}-${i}.${spec.serviceName}:7700`,
  );
  expect(enginesOf({ meiliUrl }).map(({ place }) => place)).toEqual(pods);
  const [{ image, volumeMounts }] = spec.template.spec.containers;
  expect(volumeMounts.map(({ name }: any) => name)).toContain(spec.volumeClaimTemplates[0].metadata.name);
  expect(image).toBe(readCompose().services['meilisearch-1']!.image);
  const labels = Object.entries(spec.template.metadata.labels);
  for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy']) {
    const { selector, podSelector } = named(kind, 'meilisearch').spec;
    expect(labels).toEqual(Object.entries((podSelector ?? selector).matchLabels ?? selector));
  }
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
