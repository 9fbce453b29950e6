import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isApiError } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { publicAddress } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { SendIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { insertAtom } from '../helper-atoms.ts'
import { findStrictError } from '../json/json-error.ts'
import { JsonField } from '../json/json-field.tsx'
import { formatJson } from '../json/json-format.ts'
import styles from '../page-helpers.module.css'
import { exampleTemplate } from './example-template.ts'
import { isPattern, mockQuery, samplePath } from './mock-address.ts'
import { type MockResponse, type StoredMock, saveMockAtom, sendTestAtom } from './mock-atoms.ts'

const MockRules = lazyComponent(async () => (await import('./mock-rules.tsx')).MockRules)

interface MockFormProps {
  item_id: number
  page_id: number
  kept: StoredMock
  onClose: () => void
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const laidOut = (body: string) => {
  const made = formatJson(body, 2)
  return 'text' in made ? made.text : body
}

/** Tests the mock: calls its address and shows the response. */
function MockTest(props: {
  item_id: number
  path: string
  /** Whether there are unsaved changes that the address does not use yet. */
  isChanged: boolean
  canSend: boolean
  /** Saves the changes. */
  onBefore: () => Promise<boolean>
}) {
  const { item_id, path, isChanged, canSend, onBefore } = props
  const { t } = useTranslation('page-helpers')
  const send = useSetAtom(sendTestAtom)
  const [method, setMethod] = useState<(typeof methods)[number]>('GET')
  const [typed, setTyped] = useState<string>()
  const [answer, setAnswer] = useState<MockResponse>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  const requested = typed ?? samplePath(path)
  const test = async () => {
    if (busy || (isChanged && !(await onBefore()))) return
    setBusy(true)
    setFailed(false)
    try {
      setAnswer(await send(item_id, { method, path: requested || '/' }))
    } catch {
      setAnswer(undefined)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.test} aria-label={t('mock.test')}>
      <div className={styles.row}>
        <Select
          aria-label={t('mock.method')}
          options={methods.map((value) => ({ value, label: value }))}
          value={method}
          onValue={setMethod}
          style={{ width: 112 }}
        />
        {isPattern(path) && (
          <span className={styles.grow}>
            <TextInput
              mono
              aria-label={t('mock.testPath')}
              value={requested}
              onValue={setTyped}
              placeholder="/users/1"
            />
          </span>
        )}
        <Button icon={<SendIcon />} busy={busy} disabled={!canSend} onClick={() => void test()}>
          {t(isChanged ? 'mock.saveAndSend' : 'mock.send')}
        </Button>
      </div>
      <div role="status" ref={shown}>
        {failed && <Banner tone="danger">{t('mock.noAnswer')}</Banner>}
        {answer && (
          <div className={styles.answer}>
            <div className={styles.row}>
              <Badge tone={answer.status < 400 ? 'ok' : 'danger'}>
                {[answer.status, answer.status_text].filter(Boolean).join(' ')}
              </Badge>
              <span className={styles.hint}>{t('mock.took', { ms: answer.ms })}</span>
            </div>
            {/* scrollable content must be reachable by keyboard */}
            <pre className={styles.output} tabIndex={0} aria-label={t('mock.body')}>
              {laidOut(answer.body)}
            </pre>
            <details className={styles.rules}>
              <summary>{t('mock.headers', { count: answer.headers.length })}</summary>
              <pre className={styles.output}>
                {answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
              </pre>
            </details>
          </div>
        )}
      </div>
    </section>
  )
}

/** The form of a mock: path and template, its address, and a test that really calls it. */
export function MockForm({ item_id, page_id, kept: storedMock, onClose }: MockFormProps) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const save = useSetAtom(saveMockAtom)
  const insert = useSetAtom(insertAtom)
  const [saved, setSaved] = useState(storedMock)
  const [draft, setDraft] = useState({ path: storedMock.path, template: storedMock.template })
  const [rejection, setError] = useState<{ field: 'path' | 'template'; why: LocalizedText }>()
  const [failure, setFailure] = useState<LocalizedText>()
  const reported = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) reported.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const [busy, setBusy] = useState(false)
  const fault = useMemo(
    () => (draft.template.trim() === '' ? undefined : findStrictError(draft.template)),
    [draft.template],
  )
  const isChanged = draft.path !== saved.path || draft.template !== saved.template
  const address = publicAddress(mockQuery(item_id, samplePath(draft.path) || '/'))
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next })
    setError(undefined)
  }
  const beautify = () => {
    const made = formatJson(draft.template, 2)
    if ('text' in made) change({ template: made.text })
  }
  /** Saves it. @returns whether the address now responds with what is shown */
  const keep = async (): Promise<boolean> => {
    if (busy || fault) return false
    if (draft.template.trim() === '') {
      setError({ field: 'template', why: localized(() => i18next.t('page-helpers:mock.templateMissing')) })
      return false
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const path = await save(page_id, draft)
      setSaved({ ...saved, ...draft, path })
      setDraft((now) => (now.path === draft.path ? { ...now, path } : now))
      setError(undefined)
      return true
    } catch (error) {
      const isOfPath = (['mockPathBad', 'mockPathTooLarge', 'mockPathTooLong'] as const).some((name) =>
        isApiError(error, name),
      )
      const isOfTemplate = (['mockTemplateBad', 'mockTemplateTooLarge'] as const).some((name) =>
        isApiError(error, name),
      )
      if (isOfPath || isOfTemplate) setError({ field: isOfPath ? 'path' : 'template', why: errorText(error) })
      else setFailure(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    if (await keep()) toast.ok(localized(() => i18next.t('page-helpers:mock.saved')))
  }
  return (
    <Dialog
      open
      size="l"
      title={t('mock.title')}
      note={t('mock.note')}
      dirty={isChanged}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button
            onClick={() => {
              onClose()
              insert(`\`${address}\``)
            }}
          >
            {t('mock.insertAddress')}
          </Button>
          <Button onClick={onClose}>{t('mock.close')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={fault !== undefined}>
            {t('mock.save')}
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <div ref={reported}>{failure && <Banner tone="danger">{failure.text}</Banner>}</div>
        <Field
          label={t('mock.path')}
          help={t('mock.pathHelp')}
          error={rejection?.field === 'path' && rejection.why.text}
        >
          <TextInput
            mono
            value={draft.path}
            onValue={(path) => change({ path })}
            placeholder="/users/{id}"
            spellCheck={false}
          />
        </Field>
        <div className={styles.template}>
          <JsonField
            label={t('mock.template')}
            value={draft.template}
            onValue={(template) => change({ template })}
            fault={fault}
            error={rejection?.field === 'template' ? rejection.why.text : undefined}
          />
          <div className={styles.row}>
            <Button size="s" onClick={beautify} disabled={fault !== undefined || draft.template.trim() === ''}>
              {t('mock.beautify')}
            </Button>
            {draft.template.trim() === '' && (
              <Button size="s" onClick={() => change({ template: exampleTemplate(currentLang()) })}>
                {t('mock.example')}
              </Button>
            )}
            <span className={styles.hint} role="status">
              {draft.template.trim() !== '' && !fault && t('mock.isJson')}
            </span>
          </div>
        </div>
        <details className={styles.rules}>
          <summary>{t('mock.rules')}</summary>
          <LazyBoundary>
            <MockRules />
          </LazyBoundary>
        </details>
        <CopyField
          label={t('mock.address')}
          value={address}
          help={isPattern(draft.path) ? t('mock.addressPattern') : t('mock.addressHelp', { count: saved.view_times })}
        />
        <MockTest
          item_id={item_id}
          path={draft.path}
          isChanged={isChanged}
          canSend={fault === undefined}
          onBefore={keep}
        />
      </div>
    </Dialog>
  )
}
