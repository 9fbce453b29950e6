import { createZstdDecompress } from 'node:zlib'
import { expect, test } from 'vitest'
import { failWhenRead } from '#src/core/stream-failure.ts'

test('a failure before the reading begins reaches the reader, and ends no process', async () => {
  const zstd = failWhenRead(createZstdDecompress())
  zstd.end('no zstd at all')
  await new Promise((resolve) => zstd.on('close', resolve))
  await expect(zstd.toArray()).rejects.toThrow('Unknown frame descriptor')
})
