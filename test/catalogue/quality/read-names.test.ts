import { officeOfFile } from '../../desk/office.js';
import { describeWithOpsin, OPSIN } from '../../support/opsin.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';

describeWithOpsin('names that contradict the structure', () => {
  const service = serviceOfFile({ OPSIN_JAR: OPSIN ?? '' });
  const office = officeOfFile(service);
  const foundBy = async (check: string): Promise<string> => {
    const { body } = await service.call('GET', `/products?quality=${check}&fields=code`, {
      key: service.key,
    });
    return (body.data as { code: string }[])
      .map(({ code }) => code)
      .toSorted()
      .join();
  };
  /** @param others whose names may be those of an isomer */
  const untilFound = (codes: string, others: string): Promise<void> =>
    until(
      async () => (await foundBy('name_structure')) === codes && (await foundBy('name_isomer')) === others,
    );
  const isRead = () =>
    until(async () => (await service.db.any('SELECT FROM read_names WHERE NOT is_read')).length === 0);

  test('are found of synonyms and main names, salts, solvates and stereo apart, until name or structure is corrected', async () => {
    await service.push([
      { code: 'SYN', name_cn: '甲', name_en: '2-Fluoro-4-nitrotoluene', synonyms: 'FNT;2-fluoro-4-nitrobenzene', smiles: 'Cc1ccc([N+]([O-])=O)cc1F' },
      { code: 'MAIN', name_cn: '乙', name_en: 'propan-1-ol', smiles: 'CC(C)O' },
      { code: 'SALT', name_cn: '丙', name_en: 'Lysine', synonyms: '2,6-diaminohexanoic acid hydrochloride;(2S)-2,6-diaminohexanoic acid', smiles: 'NCCCCC(N)C(O)=O.O' },
      { code: 'TRADE', name_cn: '丁', name_en: 'Aspirin', synonyms: '乙酰水杨酸;no name', smiles: 'CC(=O)Oc1ccccc1C(O)=O' },
      { code: 'NONE', name_cn: '戊', name_en: 'methane', synonyms: 'ethane' },
    ]); // prettier-ignore
    await untilFound('SYN', 'MAIN');
    await isRead();
    await untilFound('SYN', 'MAIN');
    await service.call('PUT', '/products/SYN', { key: service.key, json: { synonyms: 'FNT' } });
    await service.call('PUT', '/products/MAIN/structure', { key: service.key, json: { smiles: 'CCCO' } });
    await service.call('PUT', '/products/TRADE', { key: service.key, json: { synonyms: 'benzoic acid' } });
    await untilFound('TRADE', '');
  });

  test('are told apart from names that leave places open, of tautomers, and of what OPSIN reads word by word', async () => {
    await service.push([
      { code: 'OPEN', name_cn: '庚', name_en: 'dimethylhydantoin', smiles: 'CN1CC(=O)N(C)C1=O' },
      { code: 'TAUTOMER', name_cn: '辛', name_en: '4-pyridone', smiles: 'Oc1ccncc1' },
      { code: 'WORDS', name_cn: '壬', name_en: 'trimethylolethane trilaurate', smiles: 'CCCCCCCCCCCC(=O)OCC(C)(COC(=O)CCCCCCCCCCC)COC(=O)CCCCCCCCCCC' },
      { code: 'ION', name_cn: '癸', name_en: 'o-tolylamide', smiles: 'Cc1ccccc1C(N)=O' },
      { code: 'OTHER', name_cn: '子', name_en: '3-chloropyridine', synonyms: '3-bromopyridine', smiles: 'c1cncc(Cl)c1' },
    ]); // prettier-ignore
    const isComplete = async () => (await service.write('GET', '/quality')).body.complete;
    expect(await isComplete()).toBe(false);
    await untilFound('OTHER,TRADE', 'ION,OPEN,TAUTOMER,WORDS');
    await until(isComplete);
    await service.call('DELETE', '/products/batch', { key: service.key, json: { codes: ['ION', 'OPEN', 'TAUTOMER', 'WORDS', 'TRADE'] } }); // prettier-ignore
  });

  test('are listed with what they mean, which is drawn beside the structure', async () => {
    const [listed] = (await office.call('GET', '/products?quality=name_structure')).body.data;
    expect(listed).toMatchObject({
      code: 'OTHER',
      meanings: { '3-bromopyridine': expect.stringContaining('Br') },
    });
    expect(listed.drawing).toContain('/products/OTHER/structure.svg');
    const smiles = encodeURIComponent(listed.meanings['3-bromopyridine']);
    const drawing = await office.call('GET', `/drawing?smiles=${smiles}`);
    expect([drawing.status, drawing.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(drawing.text).toContain('<svg');
    for (const none of ['C1CC', 'C'.repeat(4_001), ''])
      expect((await office.call('GET', `/drawing?smiles=${none}`)).status).toBe(400);
  });

  test('are warned of in a small push and beside the form of a product', async () => {
    const product = { code: 'NEW', name_cn: '己', name_en: 'propan-1-ol', synonyms: 'isopropanol;butan-2-ol', smiles: 'CC(C)O' }; // prettier-ignore
    const warned = [
      { field: 'synonyms', reason: 'name_structure', value: 'butan-2-ol' },
      { field: 'name_en', reason: 'name_isomer', value: 'propan-1-ol' },
    ];
    await until(async () => {
      const body = await service.push([product]);
      return body.warnings.filter(isOfName).length === 2;
    });
    const body = await service.push([product]);
    const told = body.warnings.filter(isOfName);
    expect(told).toMatchObject(warned.map((each) => ({ code: 'NEW', ...each })));
    expect(told[0].message).toBe('means another structure: CC(CC)O');
    const doubts = await office.call('POST', '/product-doubts', { ...product, code: 'OTHER' });
    expect(doubts.body.data.warnings.filter(isOfName)).toMatchObject(warned);
    for (const check of ['name_structure', 'name_isomer'])
      expect(doubts.body.data.findings).toContainEqual(expect.objectContaining({ check }));
    const many = Array.from({ length: 21 }, (_, n) => ({ ...product, code: `NEW-${n}` }));
    expect((await service.push(many)).warnings.filter(isOfName)).toEqual([]);
  });
});

const isOfName = ({ reason }: { reason: string }): boolean => reason.startsWith('name_');
