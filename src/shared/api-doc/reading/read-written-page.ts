import type { ApiDoc, Row } from '../api-doc.ts'
import { toDisplayText } from '../json-text.ts'
import { refName } from '../openapi/schema-helpers.ts'
import { SchemaReader } from '../openapi/schema-reader.ts'
import { schemaOfRows } from '../openapi/schema-rows.ts'
import type { OperationReading } from './read-operation.ts'
import { readingOfDoc } from './reading.ts'
import { namesModel } from './row-tree.ts'
import { SchemaTree } from './schema-tree.ts'
import type { ModelSource } from './source.ts'

/** Returns what a reader sees of a page that people wrote, with the models that its rows name. */
export function readWrittenPage({ root, of }: ModelSource, doc: ApiDoc, globals: unknown): OperationReading {
  const reader = new SchemaReader(root)
  reader.begin()
  const tree = new SchemaTree(reader)
  const example = (rows: readonly Row[]) =>
    rows.some((row) => namesModel(row.schema)) ? toDisplayText(reader.example(schemaOfRows(rows)), 2) : ''
  const reading = readingOfDoc(doc, globals, { read: (ref) => tree.model(refName(ref)), example })
  return { ...reading, of, model: (name) => tree.model(name) }
}
