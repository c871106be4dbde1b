import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** An assistant that is connected, and knows the tools, so that their answers are checked against their schemas. */
export interface Assistant {
  client: Client;
  /** the data of an answer; fails where the tool does, or where the text is another than the data */
  ask(name: string, args?: object): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** the sentence of a tool error; fails where there is none */
  refusal(name: string, args?: object): Promise<string>;
}

/** Connects the SDK's client. */
export async function connectAssistant(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  await client.listTools();
  const call = async (name: string, args: object): Promise<CallToolResult & { text: string }> => {
    const result = (await client.callTool({
      name,
      arguments: args as Record<string, unknown>,
    })) as CallToolResult;
    const [content, ...more] = result.content;
    if (content?.type !== 'text' || more.length > 0) throw new Error(`${name}: not one text`);
    return { ...result, text: content.text };
  };
  return {
    client,
    async ask(name, args = {}) {
      const { isError, structuredContent, text } = await call(name, args);
      if (isError) throw new Error(`${name}: ${text}`);
      expect(JSON.parse(text)).toEqual(structuredContent);
      return structuredContent;
    },
    async refusal(name, args = {}) {
      const { isError, structuredContent, text } = await call(name, args);
      if (!isError || structuredContent) throw new Error(`${name} answered: ${text}`);
      return text;
    },
  };
}

/** Over HTTP. */
export function httpAssistant(origin: string, headers: Record<string, string> = {}): Promise<Assistant> {
  return connectAssistant(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }) as Transport,
  );
}

export const PRODUCTS = [
  {
    code: 'PDS-1',
    name_cn: '阿司匹林',
    name_en: 'Aspirin',
    cas: '50-78-2',
    synonyms: '乙酰水杨酸;acetylsalicylic acid',
    formula: 'C9H8O4',
    mw: 180.16,
    category: '标准品',
    series: '阿司匹林',
    status: 'in_stock',
    structure_url: '/media/1',
    tags: 'HPLC',
    description: '供含量测定用。',
    description_en: 'For assay.',
  },
  { code: 'PDS-2', name_cn: '水杨酸', name_en: 'Salicylic acid', cas: '69-72-7', series: '阿司匹林' },
  {
    code: 'PDS-3',
    name_cn: '对乙酰氨基酚',
    name_en: 'Paracetamol',
    cas: '103-90-2',
    synonyms: 'acetaminophen',
  },
  { code: 'PDS-4', name_cn: '对乙酰氨基酚', name_en: 'Paracetamol', cas: '103-90-2', status: 'custom' },
  { code: 'A/B 5', name_cn: '布洛芬', name_en: 'Ibuprofen', cas: '15687-27-1' },
  { code: 'lot-7', name_cn: '甲醇', name_en: 'Methanol', cas: '67-56-1' },
  { code: 'LOT-7', name_cn: '乙醇', name_en: 'Ethanol', cas: '64-17-5' },
  { code: '7732-18-5', name_cn: '丙酮', name_en: 'Acetone', cas: '67-64-1' },
];
