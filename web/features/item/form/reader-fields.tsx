import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import type { ItemForm } from './item-form.ts'

/** What readers of an item may do besides reading. */
export function ReaderFields({ form, onForm }: { form: ItemForm; onForm: (part: Partial<ItemForm>) => void }) {
  const { t } = useTranslation('item-form')
  return (
    <Fieldset label={t('form.readers')}>
      <Checkbox
        name="allow_comment"
        label={t('form.comments')}
        help={t('form.commentsHelp')}
        checked={form.allow_comment}
        onChecked={(allow_comment) => onForm({ allow_comment })}
      />
      <Checkbox
        name="allow_feedback"
        label={t('form.helpful')}
        help={t('form.helpfulHelp')}
        checked={form.allow_feedback}
        onChecked={(allow_feedback) => onForm({ allow_feedback })}
      />
    </Fieldset>
  )
}
