/**
 * Writes docs/openapi.json, docs/api.md (English) and docs/api.zh.md (Chinese) from the contract; with `--check` only
 * reports whether they are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#shared/contract/index.ts'
import { apiReference, buildOpenApi } from '#src/features/help/index.ts'

const docs = join(import.meta.dirname, '../docs')

const english = `# API reference

Made from \`src/shared/contract/\` by \`node scripts/docs.ts\`; do not edit. A running site shows the same at \`/help/api\`.
[中文](api.zh.md)

`

const chinese = `# 接口文档

由 \`node scripts/docs.ts\` 根据 \`src/shared/contract/\` 生成，请勿手工修改。运行中的站点在 \`/help/api\` 提供同样的内容。[English](api.md)

`

const files: [string, string][] = [
  ['openapi.json', `${JSON.stringify(buildOpenApi(contract), undefined, 2)}\n`],
  ['api.md', english + apiReference(contract, 'en')],
  ['api.zh.md', chinese + apiReference(contract, 'zh')],
]
const read = (name: string) => {
  try {
    return readFileSync(join(docs, name), 'utf8')
  } catch {
    return ''
  }
}

if (process.argv.includes('--check')) {
  const old = files.filter(([name, text]) => read(name) !== text).map(([name]) => `docs/${name}`)
  if (old.length > 0) {
    process.stderr.write(`not up to date: ${old.join(', ')}; run node scripts/docs.ts\n`)
    process.exitCode = 1
  }
} else for (const [name, text] of files) writeFileSync(join(docs, name), text)
