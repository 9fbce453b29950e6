import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { api, getErrorMessage, isApiError } from '#web/lib/api.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SendIcon, StopIcon } from '#web/ui/screen-icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { type AiAction, type AiRequest, aiActions, buildPrompt, isCut, stripFence } from './prompts.ts'
import { fetchStreaming } from './streaming-fetch.ts'

type About = 'selection' | 'page' | 'none'

/** The state of the last AI request. */
interface AiState {
  /** The text received so far. */
  text: string
  isBusy: boolean
  /** Whether the user stopped it. */
  isStopped: boolean
  error: unknown
}

const nothing: AiState = { text: '', isBusy: false, isStopped: false, error: undefined }

/** The text that the AI has written, or is writing. */
const aiAtom = atom<AiState>(nothing)

/** The longest duration of one response, in ms: if the service itself goes silent, the server ends it much earlier. */
const answerMs = 10 * 60_000

let x: AbortController | undefined

/** Sends a request to the AI. The response streams in. */
const requestAiAtom = atom(null, async (get, set, request: AiRequest) => {
  x?.abort()
  const mine = new AbortController()
  x = mine
  set(aiAtom, { ...nothing, isBusy: true })
  const isMine = () => x === mine
  try {
    const { choices } = await api.ai.create(
      { content: buildPrompt(request) },
      {
        signal: mine.signal,
        timeoutMs: answerMs,
        fetch: fetchStreaming((text) => isMine() && set(aiAtom, { ...nothing, text, isBusy: true })),
      },
    )
    if (isMine()) set(aiAtom, { ...nothing, text: stripFence(choices[0]?.message.content ?? '') })
  } catch (error) {
    if (!isMine()) return
    const isStopped = mine.signal.aborted
    set(aiAtom, { ...get(aiAtom), isBusy: false, isStopped, error: isStopped ? undefined : error })
  }
})

/** Stops the AI; the text received so far stays. */
const stopAiAtom = atom(null, () => x?.abort())

/** Clears the AI's text. */
const clearAiAtom = atom(null, (_get, set) => {
  x?.abort()
  x = undefined
  set(aiAtom, nothing)
})

/** The parts of the current text that can be sent to the AI. */
interface AiSources {
  selection: string
  page: string
  /** The page up to the line of the cursor. */
  before: string
}

/** Returns the parts of the current text: the selection, the whole, and what is before the cursor. */
const sourcesAtom = atom(null, (get): AiSources => {
  const surface = get(editorHandleAtom)
  if (!surface) return { selection: '', page: '', before: '' }
  const page = surface.read()
  const before = page
    .split(/\r\n|\r|\n/)
    .slice(0, surface.line())
    .join('\n')
  return { selection: surface.selected(), page, before }
})

/** Shows the AI's text as it streams in, and the actions on it. */
function AiResponse(props: { hasSelection: boolean; onAgain: () => void; onClose: () => void }) {
  const { hasSelection, onAgain, onClose } = props
  const { t } = useTranslation('page-helpers')
  const { text, isBusy, isStopped, error } = useAtomValue(aiAtom)
  const insert = useSetAtom(insertAtom)
  const shown = useDeferredValue(text)
  const take = (where: 'cursor' | 'selection') => {
    onClose()
    insert(text, where)
  }
  const copy = async () => {
    if (await copyText(text)) toast.ok(localized(() => i18next.t('page-helpers:ai.copied')))
    else toast.error(localized(() => i18next.t('page-helpers:ai.notCopied')))
  }
  const isDone = text !== '' && error === undefined
  const state = isBusy ? t(text ? 'ai.writing' : 'ai.waiting') : isStopped ? t('ai.stopped') : isDone && t('ai.done')
  return (
    <>
      {error !== undefined && (
        <Banner
          tone="danger"
          action={
            <Button size="s" onClick={onAgain}>
              {t('ai.again')}
            </Button>
          }
        >
          {isApiError(error, 'offline') && text ? t('ai.cutOff') : getErrorMessage(error)}
        </Banner>
      )}
      <p className={styles.row} role="status">
        {isBusy && <Spinner />}
        <span className={styles.hint}>{state}</span>
      </p>
      {text !== '' && (
        // scrollable content must be reachable by keyboard
        <section className={styles.written} tabIndex={0} aria-label={t('ai.answer')} aria-busy={isBusy}>
          <MarkdownBody text={shown} mode="preview" />
        </section>
      )}
      {text !== '' && !isBusy && (
        <div className={styles.row}>
          {hasSelection && (
            <Button variant="primary" onClick={() => take('selection')}>
              {t('ai.replace')}
            </Button>
          )}
          <Button variant={hasSelection ? 'default' : 'primary'} onClick={() => take('cursor')}>
            {t(hasSelection ? 'ai.insertBehind' : 'ai.insert')}
          </Button>
          <Button onClick={() => void copy()}>{t('ai.copy')}</Button>
          <Button variant="ghost" onClick={onAgain}>
            {t('ai.again')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Generates text by the AI service: continues, improves, shortens, translates, or follows an instruction. */
export function AiDrawer({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const { isBusy, text } = useAtomValue(aiAtom)
  const ask = useSetAtom(requestAiAtom)
  const stop = useSetAtom(stopAiAtom)
  const clear = useSetAtom(clearAiAtom)
  const readSources = useSetAtom(sourcesAtom)
  const [sources] = useState<AiSources>(() => readSources())
  const [about, setAbout] = useState<About>(sources.selection ? 'selection' : sources.page.trim() ? 'page' : 'none')
  const [wish, setWish] = useState('')
  const [error, setError] = useState<LocalizedText>()
  const [last, setLast] = useState<AiAction>('free')
  useEffect(() => () => clear(), [clear])
  const source = about === 'selection' ? sources.selection : about === 'page' ? sources.page : ''
  const start = (chosenAction: AiAction) => {
    if (isBusy) return
    if (chosenAction === 'free' && wish.trim() === '')
      return setError(localized(() => i18next.t('page-helpers:ai.wishMissing')))
    setLast(chosenAction)
    const isGoingOn = chosenAction === 'continue' && about === 'page'
    void ask({
      action: chosenAction,
      instruction: wish,
      title,
      text: isGoingOn ? sources.before : source,
      lang: currentLang(),
    })
  }
  const options = [
    ...(sources.selection
      ? [{ value: 'selection' as const, label: t('ai.about.selection', { count: sources.selection.length }) }]
      : []),
    ...(sources.page.trim()
      ? [{ value: 'page' as const, label: t('ai.about.page', { count: sources.page.length }) }]
      : []),
    { value: 'none' as const, label: t('ai.about.none') },
  ]
  return (
    <Drawer open onClose={onClose} title={t('ai.title')}>
      <div className={styles.column}>
        {options.length > 1 && (
          <RadioGroup label={t('ai.about.label')} options={options} value={about} onValue={setAbout} />
        )}
        {isCut(source) && <p className={styles.hint}>{t('ai.cut')}</p>}
        {about !== 'none' && (
          <fieldset className={styles.row} aria-label={t('ai.actions')}>
            {aiActions.map((operation) => (
              <Button key={operation} size="s" disabled={isBusy} onClick={() => start(operation)}>
                {t(`ai.action.${operation}`)}
              </Button>
            ))}
          </fieldset>
        )}
        <Field label={t('ai.wish')} error={error?.text} help={t('ai.wishHelp')}>
          <Textarea
            rows={3}
            value={wish}
            maxLength={4000}
            onValue={(value) => {
              setWish(value)
              setError(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
              event.preventDefault()
              start('free')
            }}
            placeholder={t('ai.wishExample')}
          />
        </Field>
        <div className={styles.row}>
          {isBusy ? (
            <Button icon={<StopIcon />} onClick={() => stop()}>
              {t('ai.stop')}
            </Button>
          ) : (
            <Button variant={text === '' ? 'primary' : 'default'} icon={<SendIcon />} onClick={() => start('free')}>
              {t('ai.write')}
            </Button>
          )}
        </div>
        <AiResponse hasSelection={about === 'selection'} onAgain={() => start(last)} onClose={onClose} />
      </div>
    </Drawer>
  )
}
