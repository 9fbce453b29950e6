import account from './account.json' with { type: 'json' }
import apiCall from './api-call.json' with { type: 'json' }
import apiChanges from './api-changes.json' with { type: 'json' }
import apiHealth from './api-health.json' with { type: 'json' }
import apiMock from './api-mock.json' with { type: 'json' }
import apiPage from './api-page.json' with { type: 'json' }
import apiRun from './api-run.json' with { type: 'json' }
import apiSource from './api-source.json' with { type: 'json' }
import appMenu from './app-menu.json' with { type: 'json' }
import attachment from './attachment.json' with { type: 'json' }
import catalog from './catalog.json' with { type: 'json' }
import changeLog from './change-log.json' with { type: 'json' }
import docsSite from './docs-site.json' with { type: 'json' }
import exports from './export.json' with { type: 'json' }
import help from './help.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import imports from './import.json' with { type: 'json' }
import invitation from './invitation.json' with { type: 'json' }
import itemForm from './item-form.json' with { type: 'json' }
import itemGroup from './item-group.json' with { type: 'json' }
import itemList from './item-list.json' with { type: 'json' }
import itemMenu from './item-menu.json' with { type: 'json' }
import itemPassword from './item-password.json' with { type: 'json' }
import itemSetting from './item-setting.json' with { type: 'json' }
import job from './job.json' with { type: 'json' }
import mail from './mail.json' with { type: 'json' }
import member from './member.json' with { type: 'json' }
import message from './message.json' with { type: 'json' }
import { modelResources } from './models.ts'
import myItems from './my-items.json' with { type: 'json' }
import openApi from './open-api.json' with { type: 'json' }
import order from './order.json' with { type: 'json' }
import pageActions from './page-actions.json' with { type: 'json' }
import pageComment from './page-comment.json' with { type: 'json' }
import pageEditor from './page-editor.json' with { type: 'json' }
import pageFeedback from './page-feedback.json' with { type: 'json' }
import pageHelpers from './page-helpers.json' with { type: 'json' }
import pageHistory from './page-history.json' with { type: 'json' }
import { readingResources } from './reading.ts'
import recycle from './recycle.json' with { type: 'json' }
import search from './search.json' with { type: 'json' }
import session from './session.json' with { type: 'json' }
import setup from './setup.json' with { type: 'json' }
import share from './share.json' with { type: 'json' }
import sharedPage from './shared-page.json' with { type: 'json' }
import sheet from './sheet.json' with { type: 'json' }
import sheetTable from './sheet-table.json' with { type: 'json' }
import sourceEditor from './source-editor.json' with { type: 'json' }
import team from './team.json' with { type: 'json' }
import template from './template.json' with { type: 'json' }
import twoStep from './two-step.json' with { type: 'json' }
import upload from './upload.json' with { type: 'json' }
import userPicker from './user-picker.json' with { type: 'json' }
import visibility from './visibility.json' with { type: 'json' }
import visualEditor from './visual-editor.json' with { type: 'json' }
import webhook from './webhook.json' with { type: 'json' }

/** The remaining Chinese messages, by feature. They load with the first lazy screen or dialog. */
export const deferredResources = {
  ...readingResources,
  ...modelResources,
  'api-changes': apiChanges,
  'api-mock': apiMock,
  template,
  'page-comment': pageComment,
  'page-feedback': pageFeedback,
  'page-history': pageHistory,
  'page-helpers': pageHelpers,
  'docs-site': docsSite,
  export: exports,
  'change-log': changeLog,
  account,
  'api-call': apiCall,
  'api-health': apiHealth,
  'api-page': apiPage,
  'api-run': apiRun,
  'api-source': apiSource,
  attachment,
  catalog,
  'app-menu': appMenu,
  help,
  home,
  import: imports,
  invitation,
  'item-form': itemForm,
  'item-group': itemGroup,
  'item-menu': itemMenu,
  'item-setting': itemSetting,
  'my-items': myItems,
  'open-api': openApi,
  recycle,
  'item-list': itemList,
  'item-password': itemPassword,
  message,
  order,
  'page-editor': pageEditor,
  job,
  mail,
  member,
  search,
  session,
  setup,
  share,
  'shared-page': sharedPage,
  sheet,
  'sheet-table': sheetTable,
  'source-editor': sourceEditor,
  'two-step': twoStep,
  upload,
  team,
  'user-picker': userPicker,
  'page-actions': pageActions,
  visibility,
  'visual-editor': visualEditor,
  webhook,
} as const
