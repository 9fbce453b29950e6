import type { ProviderType } from '#shared/sign-in-providers.ts'
import type { Values } from '../forms/fields.ts'

/** A service that is known: choosing it fills in the form of a new provider. */
export interface Preset {
  /** Also the beginning of the provider's id. */
  id: string
  type: ProviderType
  /** Its name, the same in every language; empty for one that the language names. */
  name: string
  values: Values
}

const standard = (issuer: string, more: Values = {}): Values => ({ issuer, scope: 'openid profile email', ...more })

// Anyone can have an account there.
const isPublic = { new_accounts: '0' }

const paths = (authorize_path: string, token_path: string, userinfo_path: string, resource_path = ''): Values => ({
  authorize_path,
  token_path,
  userinfo_path,
  resource_path,
})

/**
 * The services that are known. Sources: their discovery documents; docs.github.com, gitee.com/api, open.feishu.cn,
 * open.dingtalk.com, developer.work.weixin.qq.com.
 */
export const presets: readonly Preset[] = [
  {
    id: 'keycloak',
    type: 'oauth2',
    name: 'Keycloak',
    values: standard('https://keycloak.example.com/realms/main'),
  },
  {
    id: 'entra',
    type: 'oauth2',
    name: 'Microsoft Entra ID',
    values: standard('https://login.microsoftonline.com/TENANT-ID/v2.0'),
  },
  { id: 'google', type: 'oauth2', name: 'Google', values: standard('https://accounts.google.com', isPublic) },
  {
    id: 'github',
    type: 'oauth2',
    name: 'GitHub',
    values: {
      service: 'github',
      host: 'github.com',
      scope: 'read:user user:email',
      ...paths(
        '/login/oauth/authorize',
        '/login/oauth/access_token',
        'https://api.github.com/user',
        'https://api.github.com/user/emails',
      ),
      ...isPublic,
    },
  },
  { id: 'gitlab', type: 'oauth2', name: 'GitLab', values: standard('https://gitlab.com', isPublic) },
  {
    id: 'gitee',
    type: 'oauth2',
    name: 'Gitee',
    values: {
      host: 'gitee.com',
      scope: 'user_info',
      ...paths('/oauth/authorize', '/oauth/token', '/api/v5/user'),
      ...isPublic,
    },
  },
  {
    id: 'feishu',
    type: 'oauth2',
    name: '飞书 (Feishu)',
    values: {
      service: 'feishu',
      ...paths(
        'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
        'https://open.feishu.cn/open-apis/authen/v2/oauth/token',
        'https://open.feishu.cn/open-apis/authen/v1/user_info',
      ),
    },
  },
  {
    id: 'dingtalk',
    type: 'oauth2',
    name: '钉钉 (DingTalk)',
    values: {
      service: 'dingtalk',
      ...paths(
        'https://login.dingtalk.com/oauth2/auth',
        'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
        'https://api.dingtalk.com/v1.0/contact/users/me',
      ),
      ...isPublic,
    },
  },
  {
    id: 'wecom',
    type: 'oauth2',
    name: '企业微信 (WeCom)',
    values: {
      service: 'wecom',
      ...paths(
        'https://login.work.weixin.qq.com/wwlogin/sso/login',
        'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
        'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo',
        'https://qyapi.weixin.qq.com/cgi-bin/user/get',
      ),
    },
  },
  { id: 'openid', type: 'oauth2', name: '', values: standard('') },
  {
    id: 'adfs',
    type: 'saml',
    name: 'AD FS (SAML)',
    values: { metadata_url: 'https://adfs.example.com/FederationMetadata/2007-06/FederationMetadata.xml' },
  },
  {
    id: 'entra-saml',
    type: 'saml',
    name: 'Microsoft Entra ID (SAML)',
    values: { subject_field: 'http://schemas.microsoft.com/identity/claims/objectidentifier' },
  },
  {
    id: 'keycloak-saml',
    type: 'saml',
    name: 'Keycloak (SAML)',
    values: {
      metadata_url: 'https://keycloak.example.com/realms/main/protocol/saml/descriptor',
      nameid_format: 'persistent',
    },
  },
  { id: 'okta', type: 'saml', name: 'Okta (SAML)', values: {} },
  {
    id: 'simplesamlphp',
    type: 'saml',
    name: 'SimpleSAMLphp (SAML)',
    values: { metadata_url: 'https://idp.example.com/simplesaml/saml2/idp/metadata.php', nameid_format: 'persistent' },
  },
  { id: 'saml', type: 'saml', name: 'SAML 2.0', values: {} },
  { id: 'cas', type: 'cas', name: 'CAS', values: {} },
]
