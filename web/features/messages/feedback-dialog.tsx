import i18next from 'i18next'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { imageTypes, uploadImage } from '#web/lib/upload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, MessageIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from './message.module.css'

const textMost = 2000
const contactMost = 200

async function send(content: string, contact: string, file: File | undefined): Promise<void> {
  const image = file && (await uploadImage(file, { item_id: 0, page_id: 0 }))
  await api.message.sendFeedback({ content, contact, ...(image && { picture: image }) })
}

/** Dialog to send feedback to the administrators; says thanks in place. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('message')
  const [content, setContent] = useState('')
  const [contact, setContact] = useState('')
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const [failure, setFailure] = useState<{ field: 'content' | 'all'; why: LocalizedText }>()
  const submit = async () => {
    if (content.trim() === '')
      return setFailure({ field: 'content', why: localized(() => i18next.t('message:feedback.empty')) })
    setState('sending')
    setFailure(undefined)
    try {
      await send(content, contact, file)
      setState('sent')
      announce(t('feedback.thanks'))
    } catch (error) {
      setState('writing')
      setFailure({ field: 'all', why: errorText(error) })
    }
  }
  if (state === 'sent') {
    return (
      <Dialog open onClose={onClose} title={t('feedback.title')}>
        <EmptyState
          icon={<MessageIcon data-size="32" />}
          text={t('feedback.thanks')}
          action={<Button onClick={onClose}>{t('feedback.close')}</Button>}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={content.trim() !== ''}
      title={t('feedback.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('feedback.cancel')}</Button>
          <Button variant="primary" busy={state === 'sending'} onClick={() => void submit()}>
            {t('feedback.send')}
          </Button>
        </>
      }
    >
      {failure?.field === 'all' && <Banner tone="danger">{failure.why.text}</Banner>}
      <p className={styles.feedbackNote}>{t('feedback.note')}</p>
      <div className={styles.feedback}>
        <Field label={t('feedback.text')} required error={failure?.field === 'content' ? failure.why.text : undefined}>
          <Textarea rows={6} maxLength={textMost} value={content} onValue={setContent} />
        </Field>
        <Field label={t('feedback.contact')} help={t('feedback.contactHint')} optional>
          <TextInput maxLength={contactMost} autoComplete="off" value={contact} onValue={setContact} />
        </Field>
        {file ? (
          <p className={styles.picture}>
            <bdi>{file.name}</bdi>
            <IconButton size="s" label={t('feedback.noPicture')} onClick={() => setFile(undefined)}>
              <CloseIcon />
            </IconButton>
          </p>
        ) : (
          <DropZone
            compact
            label={t('feedback.picture')}
            touchLabel={t('feedback.pickPicture')}
            limit={t('feedback.pictureLimit')}
            accept={imageTypes}
            onFiles={([first]) => setFile(first)}
          />
        )}
      </div>
    </Dialog>
  )
}
