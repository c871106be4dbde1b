/** The nodes of an OpenSearch that the tests may use; undefined where there is none. */
export const clusterUrls = process.env['TEST_OPENSEARCH_URL']?.split(',');
