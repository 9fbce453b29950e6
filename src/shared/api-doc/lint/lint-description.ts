import { listOperations, readOpenApiFile } from '../openapi/operations.ts'
import { upgradeOpenApi } from '../openapi/upgrade.ts'
import { schemaFile } from '../schema/resolve.ts'
import type { UnknownObject } from '../unknown-json.ts'
import { Linter, type LintOperation, type LintResult } from './lint.ts'
import type { LintSettings } from './rules.ts'

/** Checks a description of OpenAPI or Swagger. The key of an operation is its method and path: `GET /orders/{id}`. */
export function lintDescription(given: UnknownObject, settings: LintSettings): LintResult {
  const root = upgradeOpenApi(given)
  const file = readOpenApiFile(root)
  const schemas = schemaFile(root)
  const linter = new Linter(settings)
  for (const kind of ['paths', 'webhooks'] as const)
    for (const { path, method, around, operation } of listOperations(file, root[kind])) {
      const key = `${method.toUpperCase()} ${path}`
      const one: LintOperation = { key, kind, method, path, around, operation, root, file: schemas }
      linter.add(one)
    }
  return linter.finish()
}
