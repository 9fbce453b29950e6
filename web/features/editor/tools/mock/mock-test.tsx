import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SendIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { formatJson } from '../json/json-format.ts'
import styles from '../page-helpers.module.css'
import { isPattern, samplePath } from './mock-address.ts'
import { type MockResponse, sendTestAtom } from './mock-atoms.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const laidOut = (body: string) => {
  const made = formatJson(body, 2)
  return 'text' in made ? made.text : body
}

/** Tests the mock: calls its address and shows the response. */
export function MockTest(props: {
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
  const asked = typed ?? samplePath(path)
  const test = async () => {
    if (busy || (isChanged && !(await onBefore()))) return
    setBusy(true)
    setFailed(false)
    try {
      setAnswer(await send(item_id, { method, path: asked || '/' }))
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
            <TextInput mono aria-label={t('mock.testPath')} value={asked} onValue={setTyped} placeholder="/users/1" />
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
