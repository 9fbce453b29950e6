import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  renderSample,
  renderScripts,
  type SampleLanguage,
  sampleLanguages,
  scriptFiles,
  scriptShells,
} from '#web/features/item/api-key/samples.ts'

// what could end a string in one of the languages, or run in a shell
const words = {
  page_title: `It's "quoted" $HOME \`id\` \\ end`,
  cat_name: '构建',
  page_content: '# Version 1.2\n\nMade by the build server & co.',
}
const input = (address: string) => ({ address, api_key: 'k1', api_token: 't2', words })

test('every language includes the address, the key and the token', () => {
  for (const language of sampleLanguages) {
    const text = renderSample(language, input('https://docs.example.test/api/open/updatePage'))
    for (const part of ['https://docs.example.test/api/open/updatePage', 'k1', 't2']) expect(text).toContain(part)
  }
})

/** Runs a sample against a server that stores what it receives. */
async function run(language: SampleLanguage, start: (text: string) => Promise<unknown>) {
  let sent = ''
  const server = createServer((request, response) => {
    request.on('data', (part) => {
      sent += part
    })
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await start(renderSample(language, input(`http://127.0.0.1:${port}/`)))
  server.close()
  return Object.fromEntries(new URLSearchParams(sent))
}

test('the JavaScript sample sends what it shows', async () => {
  const sent = await run('javascript', async (text) => {
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
    await new AsyncFunction('console', text)({ log: () => undefined })
  })
  expect(sent).toEqual({ api_key: 'k1', api_token: 't2', ...words })
})

test('the shell passes each text of the curl sample unchanged', () => {
  const text = renderSample('curl', input('http://127.0.0.1/')).replace(/^curl/, "printf '%s\\0'")
  const parts = execFileSync('sh', ['-c', text]).toString().split('\0')
  expect(parts).toContain(`page_title=${words.page_title}`)
  expect(parts).toContain(`page_content=${words.page_content}`)
})

const scripts = {
  site: 'https://docs.example.test/docs',
  api_key: `k'1`,
  api_token: `t$(exit 1)‘2`,
  words: { api: `It's`, database: '数据库' },
}

test('the commands for scripts include the address, and pass key, token and folders unchanged', () => {
  for (const shell of scriptShells) {
    const text = renderScripts(shell, scripts)
    for (const file of scriptFiles[shell]) expect(text).toContain(`https://docs.example.test/docs/tools/${file}`)
  }
  const text = renderScripts('shell', scripts).replaceAll(/^(curl|sh|mysqldump|pg_dump) .*\n?/gm, '')
  const seen = execFileSync('sh', ['-c', `${text}\nprintf '%s\\0' "$DOCSTEAD_KEY" "$DOCSTEAD_TOKEN"`])
  expect(seen.toString().split('\0').slice(0, 2)).toEqual([scripts.api_key, scripts.api_token])
  const folder = execFileSync('sh', [
    '-c',
    renderScripts('docstead', scripts).replaceAll(/^docstead/gm, "printf '%s\\0'"),
  ])
  expect(folder.toString()).toContain(`It's`)
  expect(renderScripts('powershell', scripts)).toContain(`'k''1'`)
  expect(renderScripts('powershell', scripts)).toContain('‘‘2')
})
