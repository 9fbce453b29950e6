import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { AnnouncementBody } from './announcement-body.tsx'
import { AnnouncementField } from './announcement-field.tsx'
import styles from './announcements.module.css'
import { announceAtom } from './atoms.ts'
import { fieldTime, futureSeconds, nextHour } from './schedule.ts'

/** Dialog to write an announcement: text, preview and time of publication. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const announce = useSetAtom(announceAtom)
  const [text, setText] = useState('')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [time, setTime] = useState(() => nextHour())
  const [earliest] = useState(() => fieldTime(new Date()))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ box: 'text' | 'time' | 'form'; why: LocalizedText }>()
  const errorAt = (box: 'text' | 'time') => (problem?.box === box ? problem.why.text : undefined)
  const submit = async () => {
    if (busy) return
    if (text.trim() === '')
      return setProblem({ box: 'text', why: localized(() => i18next.t('admin:announce.textMissing')) })
    const sendAt = when === 'now' ? 0 : futureSeconds(time)
    if (sendAt === undefined)
      return setProblem({ box: 'time', why: localized(() => i18next.t('admin:announce.timePast')) })
    setBusy(true)
    setProblem(undefined)
    try {
      await announce(text, sendAt)
      close()
      toast.ok(localized(() => i18next.t(when === 'now' ? 'admin:announce.sent' : 'admin:announce.scheduled')))
    } catch (error) {
      setProblem({ box: 'form', why: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={t('announce.new')}
      note={t('announce.audience')}
      dirty={text !== ''}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(when === 'now' ? 'announce.send' : 'announce.schedule')}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <AnnouncementField value={text} onValue={setText} error={errorAt('text')} />
        <section className={styles.preview} aria-label={t('announce.preview')}>
          <h3>{t('announce.preview')}</h3>
          {text.trim() === '' ? (
            <p className={styles.hint}>{t('announce.previewEmpty')}</p>
          ) : (
            <AnnouncementBody html={text} />
          )}
        </section>
      </div>
      <div className={styles.when}>
        <RadioGroup
          label={t('announce.when')}
          value={when}
          onValue={setWhen}
          options={[
            { value: 'now', label: t('announce.now') },
            { value: 'later', label: t('announce.later') },
          ]}
        />
        {when === 'later' && (
          <Field label={t('announce.time')} help={t('announce.timeHelp')} error={errorAt('time')}>
            <TextInput className={styles.time} type="datetime-local" value={time} min={earliest} onValue={setTime} />
          </Field>
        )}
        {problem?.box === 'form' && <Banner tone="danger">{problem.why.text}</Banner>}
      </div>
    </Dialog>
  )
}
