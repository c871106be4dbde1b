import { DateTimeInput, maxLength, required, SelectInput, TextInput } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { choicesOf } from './choices.js';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { KEY_ACCESSES } from '../../platform/http/key-access.js';
import { Mark, NEEDED, toInstant, useDesk } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const NAME = [required(), maxLength(100)];
const SOURCE = [required(), maxLength(50)];
const ACCESSES = choicesOf('key.access', KEY_ACCESSES);

function stateOf({ revoked_at: revoked, expires_at: expires }: RaRecord): 'valid' | 'revoked' | 'expired' {
  if (revoked) return 'revoked';
  return expires && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

/** API keys: issue, list, revoke. */
export function KeyList() {
  const { time, t } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <MakeSecretButton
        of="key"
        defaults={{ source: 'sync', access: 'all' }}
        secretOf={({ name, key }) => [name, key]}
      >
        <TextInput source="name" validate={NAME} autoFocus />
        <TextInput source="source" validate={SOURCE} helperText={t('key.source_hint')} />
        <SelectInput source="access" choices={ACCESSES} validate={NEEDED} helperText={t('key.access_hint')} />
        <DateTimeInput source="expires_at" parse={toInstant} helperText={t('key.expires_hint')} />
      </MakeSecretButton>
      <OfficeTable
        columns={[
          { source: 'name' },
          { source: 'source' },
          { source: 'access', value: ({ access }) => t(`key.access.${access}`) },
          {
            source: 'state',
            value: (key) => (
              <Mark colour={stateOf(key) === 'valid' ? 'green' : 'grey'}>
                {t(`key.state.${stateOf(key)}`)}
              </Mark>
            ),
          },
          { source: 'last_used_at', value: ({ last_used_at: at }) => (at ? time(at) : t('key.unused')) },
          { source: 'created_at', value: ({ created_at: at }) => time(at) },
          { source: 'expires_at', value: ({ expires_at: at }) => (at ? time(at) : t('key.never')) },
        ]}
        actions={(key) =>
          stateOf(key) === 'valid' && <ConfirmedDeleteButton record={key} of="key" word="key.revoke" />
        }
      />
    </OfficeList>
  );
}
