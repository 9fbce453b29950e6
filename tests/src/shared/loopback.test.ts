import { expect, test } from 'vitest'
import { isLoopbackHost } from '#shared/loopback.ts'

test.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.9.10', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each(['127.example.com', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '[::2]', ''])(
  '%s is not',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  },
)
