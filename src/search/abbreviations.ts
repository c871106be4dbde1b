/**
 * What laboratories write for short, with the CAS numbers that are meant: suppliers often leave these out of the
 * synonyms. In compact form, so that `NAD+` is `nad` and `5-HT` is `5ht`. From general knowledge of the trade.
 */
const TABLE = `
2me 60-24-2, 3tc 134678-17-4, 4aap 83-07-8, 5asa 89-57-6, 5fc 2022-85-7, 5fu 51-21-8, 5ht 50-67-9, 6mp
50-44-2, 9bbn 280-64-8, aba 21293-29-8, acac 123-54-6, acn 75-05-8, adp 58-64-0, aibn 78-67-1, aicar
2627-69-2, amp 61-19-8, apap 103-90-2, aps 7727-54-0, asa 50-78-2, atp 56-65-5, atra 302-79-4, azt
30516-87-1, baba 541-48-0, bap 1214-39-7, bbn 280-64-8, bha 25013-16-5, bht 128-37-0, binap 98327-87-8, bpa
80-05-7, bpo 94-36-0, bsa 10416-59-8, bstfa 25561-30-2, bzcl 98-88-4, camp 60-92-4, cbd 13956-29-1, cbz
298-46-4, cccp 555-60-2, cdi 530-62-1, cmc 9004-32-4, coa 85-61-0, ctab 57-09-0, dabco 280-57-9, dapi
28718-90-3, dast 38078-09-0, dbp 84-74-2, dbu 6674-22-2, dca 79-43-6, dcc 538-75-0, dce 107-06-2, dcm
75-09-2, dcu 2387-23-7, ddq 84-58-2, ddt 50-29-3, dea 111-42-2, dead 1972-28-7, deet 134-62-3, deg 111-46-6,
dehp 117-81-7, dep 84-66-2, dha 6217-54-5, dhea 53-43-0, dht 521-18-6, diad 2446-83-5, dibal 1191-15-7,
dibalh 1191-15-7, dic 693-13-0, diea 7087-68-5, dipa 108-18-9, dipe 108-20-3, dipea 7087-68-5, dma 127-19-5,
dmac 127-19-5, dmae 108-01-0, dmap 1122-58-3, dmc 616-38-6, dme 110-71-4, dmf 68-12-2, dmfdma 4637-24-5, dmp
87413-09-0 131-11-3, dmpa 24650-42-8, dms 75-18-3, dmso 67-68-5, dmt 120-61-6, dnp 51-28-5, dnph 119-26-6,
dopa 59-92-7, dppa 26386-88-9, dppf 12150-46-8, dtt 3483-12-3, dvb 1321-74-0, ech 106-89-8, edc 25952-53-8,
edchcl 25952-53-8, edci 25952-53-8, edta 60-00-4, edta2na 139-33-3, eg 107-21-1, egcg 989-51-5, egta
67-42-5, epa 10417-94-4, etac 141-78-6, etbr 1239-45-8, etoac 141-78-6, etoh 64-17-5, fad 146-14-5, fitc
27072-45-3, fmn 146-17-8, gaba 56-12-2, gbl 96-48-0, gdp 146-91-8, ghb 591-81-1, gly 56-40-6, gmp 85-32-5,
gsh 70-18-8, gssg 27025-41-8, gtp 86-01-1, hatu 148893-10-1, hbtu 94790-37-1, hcb 118-74-1, hcq 118-42-3,
hctz 58-93-5, hema 868-77-9, hepes 7365-45-9, hfip 920-66-1, hmdo 107-46-0, hmds 999-97-3, hmf 67-47-0, hmpa
680-31-9, hmta 100-97-0, hoac 64-19-7, hobt 2592-95-2, iaa 87-51-4, iba 133-32-4, ibx 61717-82-6, inh
54-85-3, ipa 67-63-0, iproh 67-63-0, iptg 367-93-1, kdo 1069-03-0, lah 16853-85-3, lda 4111-54-0, ldopa
59-92-7, lhmds 4039-32-1, lihmds 4039-32-1, lsd 50-37-3, maa 79-41-4, mcpa 94-74-6, mcpba 937-14-4, mdi
101-68-8, mea 141-43-5, mecn 75-05-8, meg 107-21-1, mek 78-93-3, meoh 67-56-1, mes 4432-31-9, mibk 108-10-1,
mma 80-62-6, mmf 128794-94-5, mms 66-27-3, mops 1132-61-2, msa 75-75-2, mscl 124-63-0, msg 142-47-2, msm
67-71-0, mtbe 1634-04-4, mtt 298-93-1, mtx 59-05-2, na2edta 139-33-3, nac 616-91-1, nad 53-84-9, nadh
58-68-4, nadp 53-59-8, nadph 53-57-6, nahmds 1070-89-9, nbs 128-08-5, ncs 128-09-6, ndea 55-18-5, ndma
62-75-9, nem 128-53-0, nfsi 133745-75-2, nhs 6066-82-6, nipam 2210-25-5, nis 516-12-1, nmm 109-02-4, nmn
1094-61-7, nmo 7529-22-8, nmp 872-50-4, nta 139-13-9, odcb 95-50-1, otc 79-57-2, paba 150-13-0, pas 65-49-6,
pcc 26299-14-9, pce 127-18-4, pcp 87-86-5, pdc 20039-37-6, petn 78-11-5, pfoa 335-67-1, pfos 1763-23-1, phba
99-96-7, pma 16561-29-8, pmsf 329-98-6, pnp 100-02-7, ppa 14838-15-4, pph3 603-35-0, ppts 24057-28-1, pqq
72909-34-3, ptsa 104-15-4, ptsoh 104-15-4, ptu 51-52-5 103-85-5, pvp 9003-39-8, py 110-86-1, sam 29908-03-0,
sds 151-21-3, sls 151-21-3, smx 723-46-6, tba 75-65-0, tbab 1643-19-2, tbac 1112-67-0, tbaf 429-41-4, tbai
311-28-4, tbdmscl 18162-48-6, tbhp 75-91-2, tbp 126-73-8, tbscl 18162-48-6, tbtu 125700-67-6, tca 76-03-9,
tcdd 1746-01-6, tce 79-01-6, tcep 51805-45-9, tdi 584-84-9, tea 121-44-8 102-71-6, teg 112-27-6, tempo
2564-83-2, teoa 102-71-6, teos 78-10-4, tfa 76-05-1, tfaa 407-25-0, tfe 75-89-8, thc 1972-08-3, thf
109-99-9, tipscl 13154-24-0, tma 75-50-3, tmb 54827-17-7, tmeda 110-18-9, tms 75-76-3, tmscl 75-77-4, tmscn
7677-24-9, tmsotf 27607-77-8, tmtd 137-26-8, tnt 118-96-7, tosmic 36635-61-7, tpgs 9002-96-4, tpp 603-35-0,
tris 77-86-1, trisbase 77-86-1, trishcl 1185-53-1, tsa 104-15-4, tscl 98-59-9, tsoh 104-15-4, tween80
9005-65-6, udca 128-13-2, ump 58-97-9, utp 63-39-8, vb1 59-43-8 67-03-8, vb12 68-19-9, vb2 83-88-5, vb3
98-92-0 59-67-6, vb5 79-83-4, vb6 65-23-6 58-56-0, vb7 58-85-5, vb9 59-30-3, vc 50-81-7, vcm 75-01-4, vd2
50-14-6, vd3 67-97-0, ve 59-02-9, vk1 84-80-0, vk3 58-27-5, vpa 99-66-1, xgal 7240-90-6, zpt 13463-41-7, 维a酸
302-79-4, 维b1 59-43-8 67-03-8, 维b12 68-19-9, 维b2 83-88-5, 维b6 65-23-6 58-56-0, 维c 50-81-7, 维e 59-02-9
`;

const meanings = new Map(
  TABLE.trim()
    .split(/,\s+/)
    .map((entry): [string, string[]] => {
      const [short = '', ...cas] = entry.split(/\s+/);
      return [short, cas];
    }),
);

/** The CAS numbers that a compact text stands for; none where it is no known abbreviation. */
export function abbreviated(key: string): readonly string[] {
  return meanings.get(key) ?? [];
}

/** The CAS numbers of all abbreviations that begin with a compact text. */
export function abbreviationsFrom(beginning: string): string[] {
  return [...meanings].flatMap(([short, cas]) => (short.startsWith(beginning) ? cas : []));
}
