-- Labels that people have given a phone: a JSON list of texts.
ALTER TABLE phones ADD COLUMN labels TEXT;
