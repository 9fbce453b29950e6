import { providerAccountFields, providerConnectionFields, type Setting } from './settings.ts'

type Settings = Readonly<Record<string, Setting>>

const entrance_tips = {
  group: 'open',
  kind: 'text',
  max: 200,
  text: ['Text of the sign-in button', '登录入口的文字'],
} as const

/** Which attributes describe a person. */
const mapping = {
  subject_field: {
    group: 'mapping',
    kind: 'text',
    max: 200,
    mono: true,
    text: [
      'Attribute that identifies a person for ever; empty for the name that the service gives',
      '永久标识用户的属性；留空使用服务给出的名称',
    ],
  },
  username_field: {
    group: 'mapping',
    kind: 'text',
    max: 200,
    mono: true,
    text: ['Attribute that holds the username; empty for the usual ones', '用户名所在的属性；留空使用常见属性'],
  },
  name_field: {
    group: 'mapping',
    kind: 'text',
    max: 200,
    mono: true,
    text: ['Attribute that holds a person’s name; empty for the usual ones', '姓名所在的属性；留空使用常见属性'],
  },
  email_field: {
    group: 'mapping',
    kind: 'text',
    max: 200,
    mono: true,
    text: ['Attribute that holds the email address; empty for the usual ones', '邮箱所在的属性；留空使用常见属性'],
  },
  email_trusted: {
    group: 'mapping',
    kind: 'tick',
    text: ['The service has verified all addresses', '该服务的邮箱均已验证'],
  },
} as const satisfies Settings

const leaving = {
  logout_redirect_uri: {
    group: 'leaving',
    kind: 'text',
    example: 'https://',
    max: 1000,
    mono: true,
    text: ['Sign-out address of the service', '退出时跳转的地址'],
  },
} as const satisfies Settings

/** An identity provider of SAML 2.0. What is set by hand comes before what its metadata says. */
export const samlForm = {
  entrance_tips,
  metadata_url: {
    group: 'service',
    kind: 'text',
    example: 'https://keycloak.example.com/realms/main/protocol/saml/descriptor',
    max: 1000,
    mono: true,
    text: ['Address of the metadata of the identity provider', '身份提供方元数据的地址'],
  },
  metadata: {
    group: 'service',
    kind: 'lines',
    example: '<EntityDescriptor …',
    max: 200_000,
    mono: true,
    text: ['The metadata itself, where this server cannot fetch it', '元数据内容，用于本服务器无法访问其地址时'],
  },
  idp_entity_id: {
    group: 'service',
    kind: 'text',
    max: 1000,
    mono: true,
    text: [
      'Entity ID of the identity provider; empty for that of the metadata',
      '身份提供方的 Entity ID；留空取自元数据',
    ],
  },
  sso_url: {
    group: 'service',
    kind: 'text',
    example: 'https://',
    max: 1000,
    mono: true,
    text: ['Address of sign-in; empty for that of the metadata', '登录地址；留空取自元数据'],
  },
  slo_url: {
    group: 'service',
    kind: 'text',
    example: 'https://',
    max: 1000,
    mono: true,
    text: ['Address of sign-out by redirect; empty for that of the metadata', '退出地址（重定向方式）；留空取自元数据'],
  },
  idp_certificates: {
    group: 'service',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 40_000,
    mono: true,
    text: [
      'Certificates that the identity provider signs with, one after another; empty for those of the metadata',
      '身份提供方的签名证书，可依次填写多个；留空取自元数据',
    ],
  },
  clock_skew: {
    group: 'service',
    kind: 'number',
    default: '120',
    min: 1,
    max: 600,
    text: ['How far the clocks may differ, in seconds', '允许的时钟误差（秒）'],
  },
  idp_initiated: {
    group: 'service',
    kind: 'tick',
    text: [
      'Also accept sign-ins that begin at the identity provider, which nothing here has requested',
      '也接受由身份提供方发起的登录（并非由本站请求）',
    ],
  },
  ...providerConnectionFields,
  entity_id: {
    group: 'client',
    kind: 'text',
    max: 1000,
    mono: true,
    text: [
      'Entity ID of this site; empty for the address of its metadata',
      '本站的 Entity ID；留空则为本站元数据的地址',
    ],
  },
  nameid_format: {
    group: 'client',
    kind: 'choice',
    options: ['any', 'persistent', 'email', 'unspecified'],
    default: 'any',
    text: ['Format of the NameID to request', '请求的 NameID 格式'],
  },
  sp_certificate: {
    group: 'client',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 20_000,
    mono: true,
    text: ['Certificate of this site, as PEM', '本站的证书（PEM）'],
  },
  sp_key: {
    group: 'client',
    kind: 'secret',
    max: 20_000,
    text: [
      'RSA key of that certificate, as PEM; sending the mask keeps the stored one',
      '该证书的 RSA 私钥（PEM）；提交掩码则保持不变',
    ],
  },
  sign_requests: { group: 'client', kind: 'tick', text: ['Sign requests', '对请求签名'] },
  ...mapping,
  ...providerAccountFields,
  ...leaving,
} as const satisfies Settings

/** A CAS server. */
export const casForm = {
  entrance_tips,
  server_url: {
    group: 'service',
    kind: 'text',
    example: 'https://cas.example.com/cas',
    max: 1000,
    mono: true,
    text: ['Address of the CAS server', 'CAS 服务器的地址'],
  },
  protocol_version: {
    group: 'service',
    kind: 'choice',
    options: ['3', '2'],
    default: '3',
    text: ['Protocol: 3 has attributes, 2 the username alone', '协议版本：3 含属性，2 仅有用户名'],
  },
  ...providerConnectionFields,
  ...mapping,
  ...providerAccountFields,
  ...leaving,
} as const satisfies Settings
