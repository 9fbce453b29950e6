import { Fragment, useId, useMemo, useState } from 'react'
import {
  type Alternatives,
  type FieldContent,
  planOpen,
  type SchemaField,
  stepOf,
} from '#shared/api-doc/reading/field.ts'
import { idToHash } from '#shared/markdown/slug.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronRightIcon, LinkIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Prose } from './field-description.tsx'
import styles from './reading.module.css'
import { anchorRoot, idOf, isOnWay, useTree } from './tree-context.ts'

// A screen full at once; the others follow on demand.
const rowsAtOnce = 50
/** How many rows are open at first, after "Expand all", and on paper. */
const rowsOpen = { first: 24, all: 600, print: 1500 } as const
const levelsAtFirst = 2

const factNames = [
  'format',
  'default',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'pattern',
  'multipleOf',
] as const

const isNamedFact = (name: string): name is (typeof factNames)[number] => factNames.some((one) => one === name)

function useFactName(): (keyword: string) => string {
  const { t } = useTranslation('api-reading')
  const nameOf = (keyword: string) => (isNamedFact(keyword) ? t(`fact.${keyword}`) : keyword)
  return (keyword) =>
    keyword.startsWith('items.') ? t('items', { fact: nameOf(keyword.slice('items.'.length)) }) : nameOf(keyword)
}

const choicesAtOnce = 24
// alternatives that are shown at once in one another
const alternativesDeepest = 2
/** More alternatives are a list to choose from. */
const tabsMost = 12

/** The examples of a parameter: a reader chooses the one that is sent. */
function ParameterExamples({ field, anchor }: { field: SchemaField; anchor: string }) {
  const { examples, onExample } = useTree()
  const chosen = examples[anchor] ?? 0
  return field.examples.map(({ name, summary, description, text }, at) => (
    <span key={`${name} ${at}`} className={styles.example}>
      {onExample && name !== '' && !anchor.startsWith(`${anchorRoot}response.`) ? (
        <button type="button" aria-pressed={chosen === at} onClick={() => onExample(anchor, at)}>
          {name}
        </button>
      ) : (
        name
      )}{' '}
      <code>{text}</code> {[summary, description].filter(Boolean).join(' · ')}
    </span>
  ))
}

/** Limits, values and the example of a field. */
function Facts({ field, anchor = '' }: { field: SchemaField; anchor?: string }) {
  const { facts, choices, example, examples } = field
  const { t } = useTranslation('api-reading')
  const { isPrinting } = useTree()
  const [isWhole, setWhole] = useState(false)
  const nameOf = useFactName()
  if (facts.length === 0 && choices.length === 0 && example === '') return null
  const shown = isWhole || isPrinting ? choices : choices.slice(0, choicesAtOnce)
  return (
    <dl className={styles.facts}>
      {choices.length > 0 && (
        <div>
          <dt>{t('choices')}</dt>
          <dd>
            {shown.map((value) => (
              <Fragment key={value}>
                <code>{value}</code>{' '}
              </Fragment>
            ))}
            {shown.length < choices.length && (
              <Button size="s" variant="ghost" onClick={() => setWhole(true)}>
                {t('showMore', { count: choices.length - shown.length })}
              </Button>
            )}
          </dd>
        </div>
      )}
      {facts.map(([keyword, value], at) => (
        // a keyword can come twice: of a parameter and of its schema
        <div key={`${keyword} ${at}`}>
          <dt>{nameOf(keyword)}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
      {examples.length > 0 && (
        <div>
          <dt>{t('examples')}</dt>
          <dd>
            <ParameterExamples field={field} anchor={anchor} />
          </dd>
        </div>
      )}
      {example !== '' && examples.length === 0 && (
        <div>
          <dt>{t('example')}</dt>
          <dd>
            <code>{example}</code>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The marks after a field's name: type, model, required, deprecated. */
function FieldMarks({ field }: { field: SchemaField }) {
  const { t } = useTranslation('api-reading')
  const { onModel, modelPath } = useTree()
  const { type, model, access } = field
  const openModel = onModel && (() => onModel(model))
  return (
    <>
      <span className={styles.type}>{type}</span>
      {model !== '' &&
        (modelPath ? (
          <Link href={modelPath(model)} className={styles.model} aria-label={t('model', { name: model })}>
            {model}
          </Link>
        ) : openModel ? (
          <button type="button" className={styles.model} aria-label={t('model', { name: model })} onClick={openModel}>
            {model}
          </button>
        ) : (
          <span className={styles.type}>{model}</span>
        ))}
      {field.isRequired && <span className={styles.required}>{t('required')}</span>}
      {field.isDeprecated && <span className={styles.deprecated}>{t('deprecated')}</span>}
      {access !== '' && <span className={styles.note}>{t(access)}</span>}
      {field.isShared && <span className={styles.note}>{t('shared')}</span>}
      {field.isRecursive && field.hasContent && <span className={styles.note}>{t('recursive')}</span>}
    </>
  )
}

function FieldRow(props: { field: SchemaField; anchor: string; opened: ReadonlySet<string> }) {
  const { field, anchor, opened } = props
  const { t } = useTranslation('api-reading')
  const { target, turn, hasAnchors, isPrinting } = useTree()
  const id = useId()
  const [chosen, setChosen] = useState<{ isOpen: boolean; turn: number }>()
  const isAbove = isOnWay(target, anchor) && target !== idOf(anchor)
  const own = chosen && (chosen.turn === turn || !isAbove) ? chosen.isOpen : undefined
  const isOpen = field.hasContent && ((isPrinting && opened.has(anchor)) || (own ?? (isAbove || opened.has(anchor))))
  const name = field.name === '*' ? t('anyName') : field.name
  return (
    <li
      className={styles.field}
      id={hasAnchors ? idOf(anchor) : undefined}
      data-target={(hasAnchors && target === idOf(anchor)) || undefined}
    >
      <div className={styles.head}>
        {field.hasContent && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t('fieldsOf', { name })}
            onClick={() => setChosen({ isOpen: !isOpen, turn })}
          >
            <ChevronRightIcon />
          </button>
        )}
        <code
          className={styles.name}
          data-off={field.isDeprecated || undefined}
          data-any={field.name === '*' || undefined}
        >
          {name}
        </code>
        <FieldMarks field={field} />
        {hasAnchors && (
          <a
            className={`md-heading-link ${styles.link}`}
            href={idToHash(idOf(anchor))}
            aria-label={t('copyLink', { name })}
            data-no-print=""
          >
            <LinkIcon />
          </a>
        )}
      </div>
      <Prose text={field.description} />
      <Facts field={field} anchor={anchor} />
      {isOpen && (
        <div id={id} className={styles.below}>
          <Content content={field.open()} anchor={anchor} opened={opened} />
        </div>
      )}
    </li>
  )
}

/** A list of fields: the first fifty, and the others on demand. */
function FieldList(props: { fields: readonly SchemaField[]; anchor: string; opened: ReadonlySet<string> }) {
  const { fields, anchor, opened } = props
  const { t } = useTranslation('api-reading')
  const { target, isPrinting } = useTree()
  const [most, setMost] = useState(rowsAtOnce)
  const anchors = useMemo(() => fields.map(({ key }) => `${anchor}.${stepOf(key)}`), [fields, anchor])
  const wanted = target === '' ? -1 : anchors.findIndex((one) => isOnWay(target, one))
  const count = isPrinting ? fields.length : Math.max(most, wanted + 1)
  if (fields.length === 0) return null
  const left = fields.length - count
  return (
    <>
      <ul className={styles.fields}>
        {fields.slice(0, count).map((field, at) => (
          <FieldRow key={field.key} field={field} anchor={anchors[at] ?? anchor} opened={opened} />
        ))}
      </ul>
      {left > 0 && (
        <Button size="s" onClick={() => setMost(count + rowsAtOnce)}>
          {t('showMore', { count: Math.min(left, rowsAtOnce) })}
        </Button>
      )}
    </>
  )
}

/** Values of which one holds, as a switch. */
function AlternativeSwitch(props: {
  alternatives: Alternatives
  anchor: string
  opened: ReadonlySet<string>
  /** How many alternatives it is directly inside of. */
  depth: number
}) {
  const { alternatives, anchor, opened, depth } = props
  const { keyword, options, discriminator } = alternatives
  const { t } = useTranslation('api-reading')
  const { target, turn, isPrinting } = useTree()
  const anchorOf = ({ key }: SchemaField) => `${anchor}.${stepOf(key)}`
  const [chosen, setChosen] = useState<{ key: string; turn: number }>()
  const aimed = options.find((one) => isOnWay(target, anchorOf(one)))?.key
  const key = (chosen && (chosen.turn === turn || !aimed) ? chosen.key : undefined) ?? aimed ?? options[0]?.key ?? ''
  const option = options.find((one) => one.key === key)
  const label = t(`kindOfChoice.${keyword}`)
  const body = (one: SchemaField) =>
    // shown on demand: what contains itself, and alternatives of alternatives of alternatives, could have no end
    one.hasContent && (one.isRecursive || depth >= alternativesDeepest) ? (
      <ul className={styles.fields}>
        <FieldRow key={one.key} field={one} anchor={anchorOf(one)} opened={opened} />
      </ul>
    ) : (
      <>
        <div className={styles.head}>
          <FieldMarks field={one} />
        </div>
        <Prose text={one.description} />
        <Facts field={one} />
        <Content content={one.open()} anchor={anchorOf(one)} opened={opened} depth={depth + 1} />
      </>
    )
  const choose = (next: string) => setChosen({ key: next, turn })
  return (
    <div className={styles.alternatives}>
      <p className={styles.kind}>
        {label}
        {discriminator !== '' && ` · ${t('byField', { field: discriminator })}`}
      </p>
      {isPrinting ? (
        options.map((one) => (
          <div key={one.key}>
            <p className={styles.kind}>{one.name}</p>
            {body(one)}
          </div>
        ))
      ) : options.length > tabsMost ? (
        <>
          <Select
            size="s"
            aria-label={label}
            value={key}
            options={options.map((one) => ({ value: one.key, label: one.name || one.key }))}
            onValue={choose}
          />
          {option && body(option)}
        </>
      ) : (
        <Tabs
          label={label}
          tabs={options.map((one) => ({ id: one.key, label: one.name || one.key }))}
          value={key}
          onValue={choose}
        >
          {option && body(option)}
        </Tabs>
      )}
    </div>
  )
}

function Content(props: { content: FieldContent; anchor: string; opened: ReadonlySet<string>; depth?: number }) {
  const { content, anchor, opened, depth = 0 } = props
  return (
    <>
      <FieldList fields={content.fields} anchor={anchor} opened={opened} />
      {content.alternatives.map((one) => (
        <AlternativeSwitch key={one.keyword} alternatives={one} anchor={anchor} opened={opened} depth={depth} />
      ))}
    </>
  )
}

const hasFolds = ({ fields, alternatives }: FieldContent): boolean =>
  fields.some((one) => one.hasContent) || alternatives.some(({ options }) => options.some((one) => one.hasContent))

/** What is in a body, a response or a model, or a group of parameters: fields that fold. */
export function FieldTree({ content, anchor }: { content: FieldContent; anchor: string }) {
  const { t } = useTranslation('api-reading')
  const { isPrinting } = useTree()
  const [choice, setChoice] = useState<{ isAll: boolean; turn: number }>()
  const opened = useMemo(() => {
    if (isPrinting) return planOpen(content, anchor, rowsOpen.print)
    if (!choice) return planOpen(content, anchor, rowsOpen.first, levelsAtFirst)
    return choice.isAll ? planOpen(content, anchor, rowsOpen.all) : new Set<string>()
  }, [content, anchor, choice, isPrinting])
  return (
    <div className={styles.tree}>
      {hasFolds(content) && !isPrinting && (
        <div className={styles.tools} data-no-print="">
          <Button size="s" variant="ghost" onClick={() => setChoice({ isAll: true, turn: (choice?.turn ?? 0) + 1 })}>
            {t('expand')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setChoice({ isAll: false, turn: (choice?.turn ?? 0) + 1 })}>
            {t('collapse')}
          </Button>
        </div>
      )}
      <Content key={choice?.turn ?? 0} content={content} anchor={anchor} opened={opened} />
    </div>
  )
}

/** A value as a whole: what its schema says, and its fields. */
export function ValueTree({ field, anchor }: { field: SchemaField; anchor: string }) {
  const content = useMemo(() => field.open(), [field])
  const isPlain = !field.hasContent
  return (
    <>
      {(isPlain || field.model !== '' || field.type !== 'object') && (
        <div className={styles.head}>
          <FieldMarks field={field} />
        </div>
      )}
      <Prose text={field.description} />
      <Facts field={isPlain ? field : { ...field, example: '' }} />
      {!isPlain && <FieldTree content={content} anchor={anchor} />}
    </>
  )
}
