import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventFacts } from '#src/features/event/index.ts'
import { buildRequest, rejectionIn, signatureOf } from '#src/features/webhook/formats.ts'

const facts: EventFacts = {
  event: 'page.updated',
  time: 1_700_000_000,
  site: { name: 'Docs', url: 'https://docs.example.com' },
  actor: { uid: 2, username: 'ann', name: 'Ann <!channel>' },
  project: { id: 1, name: 'Shop', url: 'https://docs.example.com/1' },
  page: { id: 3, title: '[x](https://evil.example) @all', url: 'https://docs.example.com/1/3' },
  summary: 'Fixed *it*',
  text: '',
  url: 'https://docs.example.com/1/3',
}
const build = (format: Parameters<typeof buildRequest>[0], secret = '', url = 'https://hook.example/a?key=1') =>
  buildRequest(format, { webhook: { url, secret }, facts, lang: 'en', id: 'abc', attempt: 2, now: 1_700_000_001 })

test('JSON is signed as the Standard Webhooks say', () => {
  // the example of the specification's reference libraries
  expect(
    signatureOf(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  const { headers, body } = build('json', 'whsec_c2VjcmV0')
  expect(JSON.parse(body)).toMatchObject({ type: 'page.updated', id: 'abc', timestamp: '2023-11-14T22:13:20.000Z' })
  expect(headers).toMatchObject({ 'webhook-id': 'abc', 'webhook-timestamp': '1700000001' })
  const expected = createHmac('sha256', 'secret').update(`abc.1700000001.${body}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
})

test('names cannot make links, mentions or markup', () => {
  for (const format of ['wecom', 'dingtalk'] as const) {
    const { body } = build(format)
    expect(body).not.toContain('](https://evil.example')
    expect(body).not.toContain('@all')
    expect(body).not.toContain('<!')
    expect(body).toContain('](https://docs.example.com/1/3)')
  }
  const { text } = JSON.parse(build('slack').body) as { text: string }
  expect(text).toContain('Ann &lt;!channel&gt; changed the page')
  expect(text).toContain('> Fixed ＊it＊')
  expect(text).toContain('<https://docs.example.com/1/3|')
})

test('WeCom, DingTalk, Feishu and Slack get their own forms and signatures', () => {
  expect(JSON.parse(build('wecom').body)).toMatchObject({
    msgtype: 'markdown',
    markdown: { content: expect.stringContaining('Shop · Docs') },
  })
  const dingtalk = new URL(build('dingtalk', 'SEC1').url)
  expect(dingtalk.searchParams.get('key')).toBe('1')
  expect(dingtalk.searchParams.get('timestamp')).toBe('1700000001000')
  expect(dingtalk.searchParams.get('sign')).toBe(
    createHmac('sha256', 'SEC1').update('1700000001000\nSEC1').digest('base64'),
  )
  const feishu = JSON.parse(build('feishu', 'k').body) as Record<string, unknown>
  expect(feishu).toMatchObject({ msg_type: 'post', timestamp: '1700000001' })
  expect(feishu['sign']).toBe(createHmac('sha256', '1700000001\nk').update('').digest('base64'))
  expect(JSON.stringify(feishu)).toContain('"href":"https://docs.example.com/1/3"')
})

test('a long text is cut to what WeCom takes', () => {
  const long = { ...facts, text: '中'.repeat(3_000) }
  const { body } = buildRequest('wecom', {
    webhook: { url: 'https://x.example', secret: '' },
    facts: long,
    lang: 'zh',
    id: 'a',
    attempt: 1,
    now: 1,
  })
  const { content } = (JSON.parse(body) as { markdown: { content: string } }).markdown
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4_000)
  expect(content).toContain('修改了页面')
})

test('a rejection inside an answer of 200 is a failure', () => {
  expect(rejectionIn('wecom', '{"errcode":0,"errmsg":"ok"}')).toBeUndefined()
  expect(rejectionIn('wecom', '{"errcode":93000,"errmsg":"invalid webhook url"}')).toBe('93000 invalid webhook url')
  expect(rejectionIn('dingtalk', '{"errcode":310000,"errmsg":"sign not match"}')).toBe('310000 sign not match')
  expect(rejectionIn('feishu', '{"code":19021,"msg":"sign match fail"}')).toBe('19021 sign match fail')
  expect(rejectionIn('feishu', '{"StatusCode":0,"StatusMessage":"success"}')).toBeUndefined()
  expect(rejectionIn('feishu', '<html>')).toContain('unreadable')
  expect(rejectionIn('slack', 'ok')).toBeUndefined()
})
