import { openDesks } from '../back-office/desk.js';
import type { Desks } from '../back-office/desk.js';
import { wordsOf, workedIn } from '../back-office/words.js';
import type { Service } from '../support/service.js';
import { openReceiver, verified } from './receiver.js';
import type { Receiver } from './receiver.js';

let service: Service;
let receiver: Receiver;
let desks: Desks;

beforeAll(async () => {
  desks = await openDesks({ WEBHOOK_ALLOW: '127.0.0.1' });
  ({ service } = desks);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await desks.close();
});

test.each(workedIn('zh-CN'))(
  'in %s a webhook is added, its secret shown once; it is tested, switched off and on, and deleted',
  async (language) => {
    const t = wordsOf(language);
    const desk = await desks.open(language);
    const { page, press, told } = desk;
    const url = `${receiver.url}/${language}`;
    const hook = page.locator('li', { hasText: url });

    await page.goto(`${service.origin}/back-office/#/webhooks`);
    await desk.signIn();
    await desk.go('webhooks');
    await page.getByRole('heading', { name: t('resources.webhooks.name') }).waitFor();

    await press(t('office.webhook.add'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('resources.webhooks.fields.url')).fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: t('office.webhook.add') }).click();
    await told(t('office.reasons.private_address'));
    expect(await desk.violations()).toEqual([]);
    // Chromium itself writes each 400 to the console.
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await dialog.getByLabel(t('resources.webhooks.fields.url')).fill(url);
    await dialog.getByLabel(t('office.webhook.events.delete')).uncheck();
    await dialog.getByRole('button', { name: t('office.webhook.add') }).click();
    const secret = (await page.getByTestId('webhook-secret').textContent())!;
    expect(await desk.violations()).toEqual([]);
    await press(t('office.key.done'));
    await page.getByText(secret).waitFor({ state: 'detached' });
    await hook.getByText(t('office.webhook.state.active')).waitFor();
    await hook.getByText(t('office.webhook.events.upsert')).waitFor();
    expect(await hook.getByText(t('office.webhook.events.delete')).count()).toBe(0);

    await press(t('office.webhook.test_of', { url }));
    await told(t('office.webhook.test_ok', { status: 204 }));
    verified(secret, receiver.received.at(-1)!);
    await press(t('office.webhook.disable_of', { url }));
    await hook.getByText(t('office.webhook.reason.asked')).waitFor();
    expect(await desk.violations()).toEqual([]);
    await press(t('office.webhook.enable_of', { url }));
    await hook.getByText(t('office.webhook.state.active')).waitFor();
    await press(t('office.webhook.remove_of', { url }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ra.action.delete') })
      .click();
    await hook.waitFor({ state: 'detached' });
    expect((await service.db.one('SELECT count(*) AS n FROM webhooks')).n).toBe(0);
    expect(desk.errors).toEqual([]);
  },
);
