import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
test('abort in a refused file part', async () => {
  const seen: unknown[] = []
  process.on('uncaughtException', (e) => seen.push(String(e)))
  const app = await createTestApp()
  const { hostname, port } = new URL(app.url)
  const s = connect(Number(port), hostname)
  s.write('POST /api/common/version HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\nContent-Disposition: form-data; name="x"; filename="y"\r\n\r\nhello')
  await sleep(300)
  s.destroy()
  await sleep(500)
  console.log('SEEN', seen)
  console.log(app.errors)
})
