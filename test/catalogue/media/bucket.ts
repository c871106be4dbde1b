import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../../src/platform/config.js';
import type { Swift } from '../../support/swift.js';
import { atEnd } from '../../support/with-own.js';
import { until } from '../../support/until.js';

/** Makes a bucket of one's own. @returns how to reach it, and a client that is not the code under test */
export async function makeBucket(swift: Swift): Promise<{ config: S3Config; client: S3Client }> {
  const { endpoint, accessKey, secretKey, region } = swift;
  const bucket = `images-${randomBytes(4).toString('hex')}`;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  atEnd(() => client.destroy());
  // The servers behind the proxy may still be starting.
  await until(() =>
    client.send(new CreateBucketCommand({ Bucket: bucket })).then(
      () => true,
      () => false,
    ),
  );
  return { config: { endpoint, bucket, accessKey, secretKey, region }, client };
}

/** The environment of a gateway that keeps its images there. */
export function s3Environment({
  endpoint,
  bucket,
  accessKey,
  secretKey,
  region,
}: S3Config): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: region,
  };
}
