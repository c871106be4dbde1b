import { officeOfFile } from '../../desk/office.js';
import { describeWithOpsin, OPSIN } from '../../support/opsin.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';

describeWithOpsin('names that contradict the structure', () => {
  const service = serviceOfFile({ OPSIN_JAR: OPSIN ?? '' });
  const office = officeOfFile(service);
  const untilFound = (codes: string[]): Promise<void> =>
    until(async () => {
      const { body } = await service.call('GET', '/products?quality=name_structure&fields=code', {
        key: service.key,
      });
      const found = (body.data as { code: string }[]).map(({ code }) => code);
      return found.toSorted().join() === codes.join();
    });
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
    await untilFound(['MAIN', 'SYN']);
    await isRead();
    await untilFound(['MAIN', 'SYN']);
    await service.call('PUT', '/products/SYN', { key: service.key, json: { synonyms: 'FNT' } });
    await service.call('PUT', '/products/MAIN/structure', { key: service.key, json: { smiles: 'CCCO' } });
    await service.call('PUT', '/products/TRADE', { key: service.key, json: { synonyms: 'benzoic acid' } });
    await untilFound(['TRADE']);
  });

  test('are warned of in a small push and beside the form of a product', async () => {
    const product = { code: 'NEW', name_cn: '己', name_en: 'propan-1-ol', synonyms: 'isopropanol;butan-2-ol', smiles: 'CC(C)O' }; // prettier-ignore
    const warned = [
      { field: 'name_en', reason: 'name_structure', value: 'propan-1-ol' },
      { field: 'synonyms', reason: 'name_structure', value: 'butan-2-ol' },
    ];
    await until(async () => {
      const body = await service.push([product]);
      return body.warnings.filter(isOfName).length === 2;
    });
    const body = await service.push([product]);
    const told = body.warnings.filter(isOfName);
    expect(told).toMatchObject(warned.map((each) => ({ code: 'NEW', ...each })));
    expect(told[1].message).toBe('means another structure: CC(CC)O');
    const doubts = await office.call('POST', '/product-doubts', { ...product, code: 'OTHER' });
    expect(doubts.body.data.warnings.filter(isOfName)).toMatchObject(warned);
    expect(doubts.body.data.findings).toContainEqual(expect.objectContaining({ check: 'name_structure' }));
    const many = Array.from({ length: 21 }, (_, n) => ({ ...product, code: `NEW-${n}` }));
    expect((await service.push(many)).warnings.filter(isOfName)).toEqual([]);
  });
});

const isOfName = ({ reason }: { reason: string }): boolean => reason === 'name_structure';
