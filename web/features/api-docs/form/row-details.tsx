import { useId, useState } from 'react'
import type { Row } from '#shared/api-doc/api-doc.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { escapedName, partName } from '#shared/api-doc/openapi/pointer.ts'
import { schemaOfType, valueOfType } from '#shared/api-doc/openapi/schema-rows.ts'
import { findField, type SchemaField } from '#shared/api-doc/reading/field.ts'
import type { Reading } from '#shared/api-doc/reading/reading.ts'
import { keysOf } from '#shared/api-doc/reading/row-tree.ts'
import type { ModelSource, ReadingSource } from '#shared/api-doc/reading/source.ts'
import { remarkAfterEdit, rowKeywords, rowSchemaOf, withRowSchema } from '#shared/api-doc/row-schema.ts'
import { toList, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useApiEdit } from './edit-context.ts'
import formStyles from './form.module.css'
import styles from './row-details.module.css'
import type { RowChange } from './row-edits.ts'

/** Returns what a description says about the values of a table: the fields of its first level. */
export type FieldsOfTable = (reading: Reading) => readonly SchemaField[]

const models = '#/components/schemas/'

const textKeys = ['default', 'const', 'format', 'pattern'] as const
const numberKeys = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const
type TextKey = (typeof textKeys)[number] | (typeof numberKeys)[number]

const keysOfType: Record<string, readonly TextKey[]> = {
  string: ['format', 'pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

/** Returns the kinds of values that a row allows. */
function kindsOf(type: string): string[] {
  const { type: given } = schemaOfType(type)
  const kinds = (Array.isArray(given) ? given : [given]).map(toText).filter((kind) => kind !== 'null')
  return kinds.map((kind) => (kind === 'integer' ? 'number' : kind))
}

/** What stands in the fields of the dialog. */
interface Typed {
  texts: Partial<Record<TextKey, string>>
  choices: string
  example: string
  model: string
  access: '' | 'readOnly' | 'writeOnly'
  isUnique: boolean
  isDeprecated: boolean
  isClosed: boolean
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function typedOf(schema: UnknownObject, row: Row): Typed {
  const texts: Typed['texts'] = {}
  for (const key of [...textKeys, ...numberKeys]) if (schema[key] !== undefined) texts[key] = toDisplayText(schema[key])
  const ref = toText(schema['$ref'])
  return {
    texts,
    choices: toList(schema['enum'])
      .map((value) => toDisplayText(value))
      .join('\n'),
    example: row.value,
    model: ref.startsWith(models) ? partName(ref.slice(models.length)) : ref,
    access: schema['readOnly'] === true ? 'readOnly' : schema['writeOnly'] === true ? 'writeOnly' : '',
    isUnique: schema['uniqueItems'] === true,
    isDeprecated: schema['deprecated'] === true,
    isClosed: schema['additionalProperties'] === false,
  }
}

/** Returns the schema that was typed; a value that was not changed stays as it was. */
function schemaOfTyped(typed: Typed, former: Typed, shown: UnknownObject, type: string): UnknownObject {
  const kind = schemaOfType(type)
  const next: UnknownObject = { ...shown }
  const put = (key: string, value: unknown) => {
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  for (const key of [...textKeys, ...numberKeys]) {
    const text = typed.texts[key]?.trim() ?? ''
    if (text === (former.texts[key] ?? '')) continue
    const isNumber = numberKeys.some((one) => one === key)
    const value = isNumber ? Number(text) : key === 'default' || key === 'const' ? valueOfType(text, kind) : text
    put(key, text === '' ? undefined : value)
  }
  if (typed.choices !== former.choices) {
    const values = lines(typed.choices).map((line) => valueOfType(line, kind))
    put('enum', values.length > 0 ? values : undefined)
  }
  if (typed.model !== former.model) put('$ref', typed.model === '' ? undefined : models + escapedName(typed.model))
  if (typed.access !== former.access) {
    put('readOnly', typed.access === 'readOnly' || undefined)
    put('writeOnly', typed.access === 'writeOnly' || undefined)
  }
  if (typed.isUnique !== former.isUnique) put('uniqueItems', typed.isUnique || undefined)
  if (typed.isDeprecated !== former.isDeprecated) put('deprecated', typed.isDeprecated || undefined)
  if (typed.isClosed !== former.isClosed) put('additionalProperties', typed.isClosed ? false : undefined)
  return next
}

type Fault = 'number' | 'count' | 'order' | 'pattern' | 'type'

const pairs: [TextKey, TextKey][] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
]

/** Returns what is wrong with the typed values, by their field. */
function faultsOf(typed: Typed, type: string): Partial<Record<TextKey | 'enum', Fault>> {
  const faults: Partial<Record<TextKey | 'enum', Fault>> = {}
  const kind = schemaOfType(type)
  const fits = (text: string) =>
    kindsOf(type).includes('string') || typeof valueOfType(text, kind) !== 'string' || !kind['type']
  for (const key of numberKeys) {
    const text = typed.texts[key]?.trim() ?? ''
    if (text === '') continue
    const isCount = /^(?:min|max)(?:Length|Items|Properties)$/.test(key)
    if (!Number.isFinite(Number(text))) faults[key] = 'number'
    else if (isCount && !/^\d+$/.test(text)) faults[key] = 'count'
  }
  for (const [least, most] of pairs) {
    const [low, high] = [typed.texts[least]?.trim(), typed.texts[most]?.trim()]
    if (low && high && !faults[least] && !faults[most] && Number(low) > Number(high)) faults[most] = 'order'
  }
  const pattern = typed.texts.pattern ?? ''
  try {
    new RegExp(pattern, 'u')
  } catch {
    faults.pattern = 'pattern'
  }
  const text = typed.texts.default?.trim() ?? ''
  if (text !== '' && !fits(text)) faults.default = 'type'
  if (lines(typed.choices).some((line) => !fits(line))) faults.enum = 'type'
  return faults
}

const formats = [
  'date',
  'date-time',
  'time',
  'email',
  'uuid',
  'uri',
  'hostname',
  'ipv4',
  'ipv6',
  'binary',
  'byte',
  'password',
]

/** The dialog with the schema that a description has for the row, when it is known. */
function Details(props: {
  row: Row
  /** What the description says about the field; an empty one for pages that people wrote. */
  described: UnknownObject
  hasExample: boolean
  modelNames: readonly string[]
  onChange: (change: RowChange) => void
  onClose: () => void
}) {
  const { row, described, hasExample, modelNames, onChange, onClose } = props
  const { t } = useTranslation(['api-page', 'common'])
  const formatsId = useId()
  const known = Object.fromEntries(
    rowKeywords.flatMap((key) => (described[key] === undefined ? [] : [[key, described[key]]])),
  )
  const shown = withRowSchema(known, row.schema)
  const former = typedOf(shown, row)
  const [typed, setTyped] = useState(former)
  const [isTried, setTried] = useState(false)
  const faults = faultsOf(typed, row.type)
  const isDirty = JSON.stringify(typed) !== JSON.stringify(former)
  const kinds = kindsOf(row.type)
  const has = (kind: string) => kinds.length === 0 || kinds.includes('') || kinds.includes(kind)
  const keys = ['string', 'number', 'array', 'object'].flatMap((kind) => (has(kind) ? (keysOfType[kind] ?? []) : []))
  const present = [...textKeys, ...numberKeys].filter((key) => former.texts[key] !== undefined && key !== 'default')
  const shownKeys = [...new Set([...keys, ...present])]
  const put = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const apply = () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    if (isDirty) {
      const schema = rowSchemaOf(row.schema, shown, schemaOfTyped(typed, former, shown, row.type))
      const remark = remarkAfterEdit(row.remark, described, row.schema, schema)
      onChange({
        schema,
        ...(remark !== row.remark && { remark }),
        ...(typed.example !== former.example && { value: typed.example }),
      })
    }
    onClose()
  }
  const errorOf = (key: TextKey | 'enum') => {
    const fault = isTried ? faults[key] : undefined
    return fault && t(`limits.fault.${fault}`)
  }
  const textField = (key: TextKey) => (
    <Field key={key} label={t(`limits.${key}`)} error={errorOf(key)}>
      <TextInput
        mono
        spellCheck={false}
        autoComplete="off"
        inputMode={numberKeys.some((one) => one === key) ? 'decimal' : 'text'}
        {...(key === 'format' && { list: formatsId })}
        value={typed.texts[key] ?? ''}
        onValue={(text) => setTyped((now) => ({ ...now, texts: { ...now.texts, [key]: text } }))}
      />
    </Field>
  )
  const isScalar = has('string') || has('number') || has('boolean')
  return (
    <Dialog
      open
      size="m"
      title={t('limits.title', { name: row.name || t('rows.unnamed') })}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('limits.apply')}
          </Button>
        </>
      }
    >
      <div className={formStyles.pair}>
        {(modelNames.length > 0 || typed.model !== '') && (
          <div className={styles.wide}>
            <Field label={t('limits.model')} help={t('limits.modelHelp')}>
              <Select
                value={typed.model}
                options={['', ...new Set([...(typed.model === '' ? [] : [typed.model]), ...modelNames])].map(
                  (name) => ({
                    value: name,
                    label: name === '' ? t('limits.noModel') : name,
                  }),
                )}
                onValue={(model) => put({ model })}
              />
            </Field>
          </div>
        )}
        {typed.model === '' && (
          <>
            {(isScalar || typed.choices !== '') && (
              <div className={styles.wide}>
                <Field label={t('limits.enum')} help={t('limits.enumHelp')} error={errorOf('enum')}>
                  <Textarea
                    mono
                    rows={3}
                    spellCheck={false}
                    value={typed.choices}
                    onValue={(choices) => put({ choices })}
                  />
                </Field>
              </div>
            )}
            {textField('default')}
            {hasExample && (
              <Field label={t('column.value')}>
                <TextInput mono spellCheck={false} value={typed.example} onValue={(example) => put({ example })} />
              </Field>
            )}
            {shownKeys.map(textField)}
          </>
        )}
        <Field label={t('limits.access')}>
          <Select
            value={typed.access}
            options={(['', 'readOnly', 'writeOnly'] as const).map((value) => ({
              value,
              label: t(`limits.${value === '' ? 'both' : value}`),
            }))}
            onValue={(access) => put({ access })}
          />
        </Field>
        <div className={styles.wide}>
          {has('array') && (
            <Checkbox
              label={t('limits.uniqueItems')}
              checked={typed.isUnique}
              onChecked={(isUnique) => put({ isUnique })}
            />
          )}
          {has('object') && (
            <Checkbox label={t('limits.closed')} checked={typed.isClosed} onChecked={(isClosed) => put({ isClosed })} />
          )}
          <Checkbox
            label={t('limits.deprecated')}
            checked={typed.isDeprecated}
            onChecked={(isDeprecated) => put({ isDeprecated })}
          />
        </div>
      </div>
      <datalist id={formatsId}>
        {formats.map((format) => (
          <option key={format} value={format} />
        ))}
      </datalist>
    </Dialog>
  )
}

/** Reads what the description of an imported page says about the field of a row; nothing when it says nothing. */
async function readDescribed(
  page_id: number,
  name: string,
  fieldsOf: FieldsOfTable,
  read: (source: ReadingSource) => Promise<Reading>,
  signal: AbortSignal,
): Promise<UnknownObject> {
  if (page_id === 0) return {}
  const { description } = await api.apiReference.page({ page_id: String(page_id) }, { signal })
  const said = description === '' ? undefined : (JSON.parse(description) as ReadingSource | ModelSource)
  // the rows of a page that people wrote say all that there is
  if (!said?.operation) return {}
  const reading = await read(said)
  const path = keysOf(name).filter((key) => key !== '[]')
  return path.length === 0 ? {} : (findField(fieldsOf(reading), path)?.schema ?? {})
}

/** Edits what a row says about its values beyond its columns: allowed values, limits, default, model. */
export function RowDetails(props: {
  row: Row
  fieldsOf: FieldsOfTable
  hasExample: boolean
  onChange: (change: RowChange) => void
  onClose: () => void
}) {
  const { row, fieldsOf, ...rest } = props
  const { t } = useTranslation('api-page')
  const { page_id, item_id, source } = useApiEdit()
  const [read] = useFetch(`${page_id} ${row.name}`, async (signal) => {
    const [described, listed] = await Promise.allSettled([
      readDescribed(
        page_id,
        row.name,
        fieldsOf,
        async (one) => (await import('#shared/api-doc/reading/read-operation.ts')).readOperation(one, source.doc, {}),
        signal,
      ),
      api.apiReference.models({ item_id: String(item_id) }, { signal }),
    ])
    // without the description the row itself is edited, and nothing else of the field changes
    return {
      described: described.status === 'fulfilled' ? described.value : {},
      modelNames: listed.status === 'fulfilled' ? [...new Set(listed.value.list.map(({ name }) => name))] : [],
    }
  })
  const known = queryValue(read)
  if (known) return <Details row={row} {...known} {...rest} />
  return (
    <Dialog open size="m" title={t('limits.title', { name: row.name })} onClose={props.onClose}>
      {null}
    </Dialog>
  )
}
