import { DateTimeInput, maxLength, required, SelectInput, TextInput, useTranslate } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { choicesOf } from './choices.js';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { KEY_ACCESSES } from '../../platform/http/key-access.js';
import { Mark, toInstant, useTime, useWords } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const NAME = [required(), maxLength(100)];
const SOURCE = [required(), maxLength(50)];
const NEEDED = [required()];
const ACCESSES = choicesOf('office.key.access', KEY_ACCESSES);

function stateOf({ revoked_at: revoked, expires_at: expires }: RaRecord): 'valid' | 'revoked' | 'expired' {
  if (revoked) return 'revoked';
  return expires && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

/** API keys: issue, list, revoke. */
export function KeyList() {
  const time = useTime();
  const t = useWords('key');
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <IssueKey />
      <OfficeTable
        columns={[
          { source: 'name' },
          { source: 'source' },
          { source: 'access', value: ({ access }) => t(`access.${access}`) },
          {
            source: 'state',
            value: (key) => (
              <Mark colour={stateOf(key) === 'valid' ? 'green' : 'grey'}>{t(`state.${stateOf(key)}`)}</Mark>
            ),
          },
          { source: 'last_used_at', value: ({ last_used_at: at }) => (at ? time(at) : t('unused')) },
          { source: 'created_at', value: ({ created_at: at }) => time(at) },
          { source: 'expires_at', value: ({ expires_at: at }) => (at ? time(at) : t('never')) },
        ]}
        actions={(key) =>
          stateOf(key) === 'valid' && (
            <ConfirmedDeleteButton
              record={key}
              word={t('revoke')}
              label={t('revoke_of', key)}
              title={t('revoke_title', key)}
              text={t('revoke_text')}
            />
          )
        }
      />
    </OfficeList>
  );
}

function IssueKey() {
  const translate = useTranslate();
  return (
    <MakeSecretButton
      word="office.key.issue"
      defaults={{ source: 'sync', access: 'all' }}
      shown={({ name, key: secret }) => ({
        title: translate('office.key.issued', { name }),
        warning: translate('office.key.once'),
        secret,
        testId: 'issued-key',
      })}
    >
      <TextInput source="name" validate={NAME} autoFocus helperText={false} />
      <TextInput source="source" validate={SOURCE} helperText="office.key.source_hint" />
      <SelectInput source="access" choices={ACCESSES} validate={NEEDED} helperText="office.key.access_hint" />
      <DateTimeInput source="expires_at" parse={toInstant} helperText="office.key.expires_hint" />
    </MakeSecretButton>
  );
}
