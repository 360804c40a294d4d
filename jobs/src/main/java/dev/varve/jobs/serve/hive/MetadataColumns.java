package dev.varve.jobs.serve.hive;

import org.apache.spark.sql.types.StructType;

/** The columns that {@link java.sql.DatabaseMetaData} names for each question. */
final class MetadataColumns {
  static final StructType NAMES = schema("TABLE_SCHEM TABLE_CATALOG");
  static final StructType TABLES =
      schema(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
              + " SELF_REFERENCING_COL_NAME REF_GENERATION");
  static final StructType COLUMNS =
      schema(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
              + " BUFFER_LENGTH:int DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS"
              + " COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short IS_AUTO_INCREMENT");
  static final StructType TYPES =
      schema(
          "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
              + " NULLABLE:short CASE_SENSITIVE:boolean SEARCHABLE:short"
              + " UNSIGNED_ATTRIBUTE:boolean FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean"
              + " LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int"
              + " SQL_DATETIME_SUB:int NUM_PREC_RADIX:int");
  static final StructType FUNCTIONS =
      schema("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:int SPECIFIC_NAME");
  static final StructType CATALOGS = schema("TABLE_CAT");
  static final StructType PRIMARY_KEYS =
      schema("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:int PK_NAME");
  static final StructType CROSS_REFERENCES =
      schema(
          "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
              + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:int UPDATE_RULE:int DELETE_RULE:int FK_NAME"
              + " PK_NAME DEFERRABILITY:int");
  static final StructType TABLE_TYPES = schema("TABLE_TYPE");

  private MetadataColumns() {}

  /** Columns of texts, and where a name says so, of others. */
  private static StructType schema(String columns) {
    StructType schema = new StructType();
    for (String column : columns.split(" ")) {
      String[] parts = column.split(":");
      schema = schema.add(parts[0], parts.length > 1 ? parts[1] : "string");
    }
    return schema;
  }
}
