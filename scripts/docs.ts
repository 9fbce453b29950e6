/**
 * Writes docs/openapi.json, docs/api.md (English) and docs/api.zh.md (Chinese) from the contract, and the list of
 * commands in the README and the guide from `docstead help`; with `--check` only reports whether they are up to date.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#shared/contract/index.ts'
import { apiReference, buildOpenApi } from '#src/features/help/index.ts'

const root = join(import.meta.dirname, '..')

const english = `# API reference

Made from \`src/shared/contract/\` by \`node scripts/docs.ts\`; do not edit. A running site shows the same at \`/help/api\`.
[中文](api.zh.md)

`

const chinese = `# 接口文档

由 \`node scripts/docs.ts\` 根据 \`src/shared/contract/\` 生成，请勿手工修改。运行中的站点在 \`/help/api\` 提供同样的内容。[English](api.md)

`

const read = (name: string) => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return ''
  }
}

/** Puts the commands that `docstead help` lists into the code block of a document that begins with `docstead user`. */
function withCommands(name: string, lang: 'en' | 'zh'): [string, string] {
  const help = execFileSync(process.execPath, [join(root, 'src/main.ts'), 'help'], { env: { LC_ALL: lang } }).toString()
  const usages = [...help.matchAll(/^docstead (?!serve)(\S+) +(.*?)  *(?<=^.{78})(.+)$/gm)].map(
    ([, word, rest, about]) => [`docstead ${word} ${rest}`.trim(), about] as const,
  )
  const width = Math.max(...usages.map(([usage]) => usage.length))
  const lines = usages.map(([usage, about]) => `${usage.padEnd(width)}  # ${about}\n`).join('')
  return [name, read(name).replace(/(?<=```bash\n)docstead user[^]*?(?=```)/, () => lines)]
}

const files: [string, string][] = [
  ['docs/openapi.json', `${JSON.stringify(buildOpenApi(contract), undefined, 2)}\n`],
  ['docs/api.md', english + apiReference(contract, 'en')],
  ['docs/api.zh.md', chinese + apiReference(contract, 'zh')],
  withCommands('README.md', 'en'),
  withCommands('web/features/help/guide/en/administration.md', 'en'),
  withCommands('web/features/help/guide/zh/administration.md', 'zh'),
]
if (process.argv.includes('--check')) {
  const old = files.filter(([name, text]) => read(name) !== text).map(([name]) => name)
  if (old.length > 0) {
    process.stderr.write(`not up to date: ${old.join(', ')}; run node scripts/docs.ts\n`)
    process.exitCode = 1
  }
} else for (const [name, text] of files) writeFileSync(join(root, name), text)
