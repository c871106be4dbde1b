/** Media types that only files of profiles have, each with an example, for the document. */
export const PROFILE_TYPES = {
  'text/tab-separated-values': 'Catalog Number\tCAS Registry Number\r\nPDS-001859\t50-78-2\r\n',
  'chemical/x-mdl-sdfile': '(structures with data items · 结构及数据项)',
};
