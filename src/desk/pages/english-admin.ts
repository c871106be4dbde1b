import raMessages from 'ra-language-english';
import type { TranslationMessages } from 'react-admin';

const { ra } = raMessages;

/** react-admin's own texts, in the words of these pages. */
export const englishAdmin: TranslationMessages = {
  ra: {
    ...ra,
    action: { ...ra.action, back: 'Go back', unselect: 'Clear selection' },
    page: { ...ra.page, edit: '%{recordRepresentation}', not_found: 'Page not found' },
    message: {
      ...ra.message,
      bulk_delete_title: 'Delete %{name}? |||| Delete %{smart_count} %{name}?',
      delete_title: 'Delete %{name} %{recordRepresentation}?',
      error: 'Something went wrong, and the request could not be completed.',
      invalid_form: 'Please correct the marked fields.',
      not_found: 'The address may be mistyped, or the link out of date.',
      unsaved_changes: 'You have unsaved changes. Discard them?',
    },
    navigation: {
      ...ra.navigation,
      no_filtered_results: 'Nothing matches these filters.',
      no_results: 'Nothing here yet.',
      no_more_results: 'There is no page %{page}. Go back to the page before it.',
    },
    auth: { ...ra.auth, logout: 'Sign out' },
    notification: {
      ...ra.notification,
      updated: 'Changes saved |||| %{smart_count} saved',
      created: 'Created',
      deleted: 'Deleted |||| %{smart_count} deleted',
      bad_item: 'This record is not valid.',
      item_doesnt_exist: 'This record does not exist, or no longer does.',
      http_error: 'The service is not responding.',
      logged_out: 'Your session has ended. Please sign in again.',
    },
  },
};
