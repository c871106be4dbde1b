import { ACTION_TEXTS } from './action-texts.js';
import { BULK_TEXTS } from './bulk-texts.js';
import { ALIAS_TEXTS } from './alias-texts.js';
import { TERM_TEXTS } from './term-texts.js';
import { DEMAND_TEXTS } from './demand-texts.js';
import { HOME_TEXTS } from './home-texts.js';
import { HISTORY_TEXTS } from './history-texts.js';
import { STAFF_TEXTS } from './staff-texts.js';
import { QUALITY_TEXTS } from './quality-texts.js';
import { PROFILE_TEXTS } from './profile-texts.js';
import { IMPORT_TEXTS } from './import-texts.js';
import { PROBLEM_TEXTS } from './problem-texts.js';
import { PRODUCT_TEXTS } from './product-texts.js';
import { INDEX_TEXTS } from './index-texts.js';
import { SIGN_IN_TEXTS } from './sign-in-texts.js';
import { labelsOf, STATUS_NAMES } from '../../products/fields.js';
import type { Status } from '../../products/fields.js';
import { englishAdmin } from './english-admin.js';

/** The texts of the pages; the Chinese ones have the same shape (chinese.ts). */
export const office = {
  title: SIGN_IN_TEXTS.en.sign_in.title,
  language: 'Language',
  menu: {
    home: HOME_TEXTS.en.title,
    catalogue: 'Catalogue',
    customers: 'Customers',
    operations: 'Operations',
    quality: 'Quality',
    demand: 'Unmet demand',
    index: 'Search index',
    import: 'Import',
    staff: 'Accounts',
    account: 'Password',
  },
  try_again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  conflict: {
    met: 'Somebody else has changed this in the meantime. Nothing of yours was saved.',
    hint: 'Save again to put what you typed in its place; the rest stays as it is now:',
  },
  add: 'Add',
  added: '%{added} added, %{skipped} already there',
  empty: 'Nothing here yet.',
  status: STATUS_NAMES.en as Record<Status, string>,
  source: { synced: 'Synced (any key)', 'back-office': 'Back office' },
  product: PRODUCT_TEXTS.en,
  category: {
    new: 'New category',
    gone: 'deleted, but still used by products',
    delete_hint: 'Products in the category keep its name as text.',
  },
  tag: { new: 'New tag', products: 'Products with the tag %{tag}' },
  media: {
    drop: 'Drop images here, or click to choose them',
    hint: 'PNG, JPEG, GIF, WebP or BMP, 10 MB at most each',
    group: 'Group for uploads',
    all_groups: 'All groups',
    uploading: 'Uploading %{done} of %{all}',
    uploaded: '%{smart_count} image uploaded |||| %{smart_count} images uploaded',
    failed: '%{name}: %{reason}',
    copy_of: 'Copy the address of %{name}',
    move: 'Move to group',
    move_of: 'Move %{name} to another group',
    delete_of: 'Delete %{name}',
    delete_title: 'Delete this image?',
    delete_text: 'Its address will stop working. This cannot be undone.',
    in_use:
      '%{smart_count} product uses this image: give it another one first. |||| %{smart_count} products use this image: give them another one first.',
    deleted: 'Image deleted',
    size: '%{width} × %{height}, %{kb} KB',
  },
  key: {
    issue: 'Issue key',
    issued: 'Key of %{name}',
    once: 'Copy it now: it will not be shown again.',
    done: 'I have copied it',
    expires_hint: 'Leave empty for no expiry',
    source_hint: 'Marks the products created with this key',
    revoke: 'Revoke',
    revoke_of: 'Revoke the key %{name}',
    revoke_title: 'Revoke the key %{name}?',
    revoke_text: 'Within 2 seconds, calls with this key are no longer accepted. This cannot be undone.',
    state: { valid: 'Valid', revoked: 'Revoked', expired: 'Expired' },
    never: 'Never',
    unused: 'Never used',
  },
  webhook: {
    add: 'Add webhook',
    added: 'Secret of %{url}',
    once: 'Copy it now: it will not be shown again. The receiver verifies signatures with it.',
    url_hint: 'An https address',
    events: {
      upsert: 'Products created or changed',
      delete: 'Products deleted',
      inquiry: { created: 'New inquiries, with the name and contact details of the sender' },
    },
    waiting_inquiries: '1 inquiry |||| %{smart_count} inquiries',
    state: { active: 'Active', failing: 'Failing', disabled: 'Switched off' },
    reason: {
      asked: 'by staff',
      failing: 'failed for too long',
      gone: 'the receiver no longer wants messages (410)',
    },
    lag: '%{changes} changes, %{seconds} s',
    failure: {
      redirected: 'it answered %{what}; redirects are not followed',
      answered: 'it answered %{what}',
      late: 'it did not answer in time',
      no_http: 'its answer was not HTTP',
      private: 'its address is in a private network',
      no_https: 'its address is not https',
      unreached: 'it could not be reached (%{what})',
    },
    none: 'Never',
    enable: 'Switch on',
    enable_of: 'Switch on %{url}',
    disable: 'Switch off',
    disable_of: 'Switch off %{url}',
    test: 'Test',
    test_of: 'Send a test message to %{url}',
    test_ok: 'The receiver accepted the test message (%{status}).',
    test_failed: 'The test message was not accepted: %{error}',
    remove_of: 'Delete %{url}',
    remove_title: 'Delete the webhook?',
    remove_text: '%{url} will receive no more messages.',
  },
  log: IMPORT_TEXTS.en.log,
  inquiry: {
    status: { new: 'New', answered: 'Answered' },
    line_status: { new: 'New', quoted: 'Quoted', declined: 'Declined' },
    status_of: 'Status of line %{line}',
    export: 'Export as CSV',
    write: 'Write an e-mail',
    of: 'Inquiry %{id}',
    answered_by: 'Answered by %{name}, %{at}',
    mailed: 'Mailed %{at}',
    mail_failed: 'Not mailed yet (%{reason}); will be tried again.',
    mail_given_up: 'Not mailed (%{reason}); will not be tried again.',
  },
  account: {
    current: 'Current password',
    wanted: 'New password',
    again: 'Repeat new password',
    change: 'Change password',
    changed: 'Password changed. Your other sessions have ended.',
    differ: 'The passwords do not match.',
    hint: 'At least 10 characters. You will be signed out everywhere else.',
  },
  home: HOME_TEXTS.en,
  staff: STAFF_TEXTS.en.page,
  quality: QUALITY_TEXTS.en,
  bulk: BULK_TEXTS.en,
  history: HISTORY_TEXTS.en,
  demand: DEMAND_TEXTS.en,
  alias: ALIAS_TEXTS.en.office,
  term: TERM_TEXTS.en.office,
  profile: PROFILE_TEXTS.en.office,
  actions: ACTION_TEXTS.en,
  counts: {
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    invalid: 'rejected',
    switched_off: 'switched off',
    uploaded: 'uploaded',
    refused: 'refused',
    deleted: 'deleted',
    added: 'added',
    not_found: 'not found',
    failed: 'failed',
    done: 'done',
  } as Record<string, string>,
  index: INDEX_TEXTS.en,
  import: IMPORT_TEXTS.en.import,
  warnings: IMPORT_TEXTS.en.warnings as Record<string, string>,
  problems: PROBLEM_TEXTS.en.problems,
  // For a reason without an entry, the service's message is shown.
  reasons: PROBLEM_TEXTS.en.reasons as Record<string, string>,
};

export const english = {
  ...englishAdmin,
  office,
  resources: {
    products: {
      name: 'Product |||| Products',
      page: { create: 'New product' },
      fields: {
        ...labelsOf('en'),
        name: 'Name',
        tag: 'Tag',
        quality: 'Quality',
        structure: 'Structure data',
        q: 'Search',
      },
    },
    categories: {
      name: 'Category |||| Categories',
      fields: { name: 'Name', products: 'Products' },
    },
    aliases: ALIAS_TEXTS.en.resource,
    terms: TERM_TEXTS.en.resource,
    profiles: PROFILE_TEXTS.en.resource,
    tags: { name: 'Tag |||| Tags', fields: { tag: 'Tag', use_count: 'Products', q: 'Search' } },
    media: { name: 'Image |||| Media library', fields: { group: 'Group', q: 'File name' } },
    keys: {
      name: 'API key |||| API keys',
      fields: {
        name: 'Name',
        source: 'Source',
        created_at: 'Issued',
        expires_at: 'Expires',
        last_used_at: 'Last used',
        state: 'State',
      },
    },
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        url: 'Address',
        events: 'Events',
        state: 'State',
        succeeded_at: 'Last success',
        failed_at: 'Last failure',
        next_attempt_at: 'Next attempt',
        lag: 'Lag',
      },
    },
    'sync-log': {
      name: 'Call |||| Sync log',
      fields: {
        at: 'Time',
        key: 'Key',
        key_name: 'Key',
        method: 'Method',
        path: 'Path',
        status: 'Status',
        duration_ms: 'Duration, ms',
        address: 'Address',
        request_id: 'Request ID',
        counts: 'Counts',
        since: 'From',
        until: 'To',
        rejections: 'With rejections',
      },
    },
    actions: {
      name: 'Action |||| Staff log',
      fields: {
        at: 'Time',
        name: 'Who',
        done: 'Action',
        to: 'Object',
        status: 'Outcome',
        address: 'Address',
      },
    },
    inquiries: {
      name: 'Inquiry |||| Inquiries',
      fields: {
        created_at: 'Received',
        code: 'Product number',
        cas: 'CAS number',
        product_name: 'Product name',
        quantity: 'Quantity',
        name: 'Name',
        company: 'Company',
        email: 'E-mail',
        phone: 'Phone',
        country: 'Country',
        message: 'Message',
        status: 'Status',
        note: 'Note',
        product: 'Product',
        contact: 'Contact',
      },
    },
  },
};

/** The shape of these texts, for the other languages. */
export type OfficeTexts = Omit<typeof english, 'ra'>;
